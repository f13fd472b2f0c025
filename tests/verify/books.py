"""A store as Python sees it, to be altered as somebody could who may write everything in it. For the tests of this folder.

It is written from docs/formats/store.md and checkpoints.md, and shares no code with the program or with tools/verify-log.
"""
import base64
import hashlib
import json
import os
import sqlite3

KEEP = object()


def blake(data):
    return hashlib.blake2b(data, digest_size=32).digest()


def sha(data):
    return hashlib.sha256(data).digest()


def number(n):
    return n.to_bytes(8, "big")


def text(words):
    return number(len(words.encode())) + words.encode()


def subtree(leaves):
    if len(leaves) < 2:
        return leaves[0] if leaves else sha(b"")
    k = 1 << (len(leaves) - 1).bit_length() - 1
    return sha(b"\1" + subtree(leaves[:k]) + subtree(leaves[k:]))


def consistency(first, leaves, whole=True):
    """The proof of RFC 9162, 2.1.4.1, that the tree of all leaves contains that of the first."""
    if first in (0, len(leaves)):
        return [] if whole else [subtree(leaves)]
    k = 1 << (len(leaves) - 1).bit_length() - 1
    if first <= k:
        return consistency(first, leaves[:k], whole) + [subtree(leaves[k:])]
    return consistency(first - k, leaves[k:], False) + [subtree(leaves[:k])]


def inclusion(leaf, leaves):
    """The proof of RFC 9162, 2.1.3.1."""
    if len(leaves) == 1:
        return []
    k = 1 << (len(leaves) - 1).bit_length() - 1
    if leaf < k:
        return inclusion(leaf, leaves[:k]) + [subtree(leaves[k:])]
    return inclusion(leaf - k, leaves[k:]) + [subtree(leaves[:k])]


class Event:
    def __init__(self, kind, command, payload, hash_=None):
        self.kind, self.command, self.payload, self.hash = kind, command, payload, hash_

    def say(self, **fields):
        """Gives fields other values; None removes one."""
        content = json.loads(self.payload)
        for name, value in fields.items():
            content[name.replace("_", "-")] = value
        self.write({name: value for name, value in content.items() if value is not None})

    def read(self):
        return json.loads(self.payload)

    def write(self, content):
        self.payload = json.dumps(content, separators=(",", ":"), ensure_ascii=False)


class Books:
    """The log in memory: the events of each stream, and the order of the leaves as names of streams."""

    def __init__(self, file):
        self.file = file
        self.db = sqlite3.connect(file, isolation_level=None)
        self.ids = {name: id_ for id_, name in self.db.execute("SELECT id, name FROM stream ORDER BY id")}
        self.streams = {name: self.read(id_) for name, id_ in self.ids.items()}
        self.has_tree = self.db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'leaf_run'").fetchone()[0] == 1
        self.order = self.read_order()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.db.close()

    def read(self, id_):
        query = "SELECT kind, command, payload, hash FROM event WHERE place BETWEEN ? << 40 AND ? << 40 ORDER BY place"
        return [Event(*row) for row in self.db.execute(query, (id_, id_ + 1))]

    def read_order(self):
        if not self.has_tree:
            return [name for name in self.ids for _ in self.streams[name]]
        names = {id_: name for name, id_ in self.ids.items()}
        return [names[id_] for id_, count in self.db.execute('SELECT stream, "count" FROM leaf_run ORDER BY "first"') for _ in range(count)]

    def house(self, kind, nth=0):
        """The nth event of a kind, from 0, with its place in the stream."""
        found = [(i, event) for i, event in enumerate(self.streams["house"]) if event.kind == kind]
        return found[nth]

    def insert(self, stream, place, event):
        self.streams[stream].insert(place, event)
        leaf = [i for i, name in enumerate(self.order) if name == stream]
        self.order.insert(leaf[place] if place < len(leaf) else (leaf[-1] + 1 if leaf else len(self.order)), stream)

    def remove(self, stream, place):
        del self.streams[stream][place]
        del self.order[[i for i, name in enumerate(self.order) if name == stream][place]]

    def hash_again(self, stream):
        last = blake(text(stream))
        for n, event in enumerate(self.streams[stream], 1):
            last = event.hash = blake(last + number(n) + text(event.kind) + text(event.command or "") + text(event.payload))

    def leaves(self):
        counts, leaves = {name: 0 for name in self.streams}, []
        for name in self.order:
            counts[name] += 1
            leaves.append(sha(b"\0" + text(name) + number(counts[name]) + self.streams[name][counts[name] - 1].hash))
        return leaves

    def save(self, hashes=True, tree=True, snapshots=False):
        """Writes the log: with hashes that fit, with an order and a tree that fit, without the snapshots unless they are kept."""
        self.db.execute("BEGIN")
        self.db.execute("DELETE FROM event")
        for name, id_ in self.ids.items():
            events = self.streams[name]
            if hashes:
                self.hash_again(name)
            rows = [((id_ << 40) + n, event.kind, event.command, event.payload, event.hash) for n, event in enumerate(events, 1)]
            self.db.executemany("INSERT INTO event (place, kind, command, payload, hash) VALUES (?, ?, ?, ?, ?)", rows)
            head = (events[-1].hash if events else blake(text(name))) if hashes else None
            self.db.execute("UPDATE stream SET sequence = ?, hash = coalesce(?, hash) WHERE id = ?", (len(events), head, id_))
        if not snapshots:
            self.db.execute("DELETE FROM snapshot")
        if tree and self.has_tree:
            self.save_tree()
        self.db.execute("COMMIT")

    def save_tree(self):
        self.db.execute("DELETE FROM leaf_run")
        self.db.execute("DELETE FROM leaf_tile")
        counts, runs = {name: 0 for name in self.streams}, []
        for leaf, name in enumerate(self.order):
            counts[name] += 1
            if runs and runs[-1][1] == self.ids[name]:
                runs[-1][3] += 1
            else:
                runs.append([leaf, self.ids[name], counts[name], 1])
        self.db.executemany("INSERT INTO leaf_run VALUES (?, ?, ?, ?)", runs)
        leaves = self.leaves()
        for level, size in enumerate((1 << 8, 1 << 16)):
            tiles = [(level, i, subtree(leaves[i * size:(i + 1) * size])) for i in range(len(leaves) // size)]
            self.db.executemany("INSERT INTO leaf_tile VALUES (?, ?, ?)", tiles)

    def seal(self, sequence, saved=KEEP):
        """Gives a snapshot of the house these bytes, and a seal that fits."""
        bytes_ = saved if saved is not KEEP else self.db.execute("SELECT bytes FROM snapshot WHERE sequence = ?", [sequence]).fetchone()[0]
        seal = blake(self.streams["house"][sequence - 1].hash + bytes_)
        self.db.execute("UPDATE snapshot SET bytes = ?, seal = ? WHERE sequence = ? AND stream = ?", (bytes_, seal, sequence, self.ids["house"]))


class Signer:
    """A key that signs checkpoints (type 1) or cosigns them (type 4)."""

    def __init__(self, name, type_=1, seed=None):
        import nacl.signing
        self.name, self.type = name, type_
        self.key = nacl.signing.SigningKey(seed or os.urandom(32))
        self.data = bytes([type_]) + bytes(self.key.verify_key)
        self.number = sha(name.encode() + b"\n" + self.data)[:4]

    def vkey(self):
        return f"{self.name}+{self.number.hex()}+{base64.b64encode(self.data).decode()}"

    def line(self, body, when=1792345678):
        if self.type == 1:
            signature = self.key.sign(body.encode()).signature
        else:
            signature = number(when) + self.key.sign(f"cosignature/v1\ntime {when}\n{body}".encode()).signature
        return f"\u2014 {self.name} {base64.b64encode(self.number + signature).decode()}\n"


def body_of(origin, leaves):
    return f"{origin}\n{len(leaves)}\n{base64.b64encode(subtree(leaves)).decode()}\n"


def note_of(leaves, signer, *witnesses):
    """A checkpoint over these leaves."""
    body = body_of(signer.name, leaves)
    return body + "\n" + signer.line(body) + "".join(witness.line(body) for witness in witnesses) + "\n"
