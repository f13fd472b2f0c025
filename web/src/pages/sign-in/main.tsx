// The front door: sign in by name or by badge, or walk on to the pages that need no sign-in. In a demonstration it lists
// the logins. Who has signed in already finds the pages of their role here.
import "./page.css";
import { useEffect, useState } from "preact/hooks";
import { strings } from "../../strings";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { Field } from "../../kit/field";
import { loadHouse, ThemeButton } from "../../kit/frame";
import { Keypad } from "../../kit/keypad";
import { asProblem, type Problem } from "../../kit/problem";
import { ProblemNote } from "../../kit/problem-note";
import { destination, loadSession, pagesFor, session, signIn, signOut, type PageEntry } from "../../kit/session";
import type { Credentials, House, Login, Session, SignIn } from "../../kit/shapes";
import { start } from "../../kit/start";
import { Tabs } from "../../kit/tabs";
import { houseNow, timeOfDay } from "../../kit/time";
import { sayProblem, Toasts } from "../../kit/toast";
import { ChangeOwn, ChooseOwn } from "./change";

const words = strings.signIn;
const TRY_AGAIN_MS = 3_000;

const roleWords = (role: string | undefined): string => strings.roles[role ?? ""] ?? role ?? "";

function SignInPage() {
    const [house, setHouse] = useState<House | null>(null);
    const [away, setAway] = useState(false);
    useEffect(() => {
        let timer: ReturnType<typeof setTimeout> | undefined;
        const load = async (): Promise<void> => {
            try {
                setHouse(await loadHouse());
                await loadSession();
                setAway(false);
            } catch {
                setAway(true);
                timer = setTimeout(() => void load(), TRY_AGAIN_MS);
            }
        };
        void load();
        return () => clearTimeout(timer);
    }, []);
    return (
        <div class="door">
            <header class="door-head">
                <div>
                    <p class="door-house">{house?.name ?? ""}</p>
                    {house?.branding?.tagline && <p class="soft small">{house.branding.tagline}</p>}
                </div>
                <div class="row">
                    <time class="soft number">{house ? timeOfDay(houseNow.value) : ""}</time>
                    <ThemeButton />
                </div>
            </header>
            <main class="door-main">
                {away && <p class="problem-note" role="status">{words.noHouse}</p>}
                {house && session.value && <Welcome who={session.value} />}
                {house && session.value === null && <Visitor house={house} />}
            </main>
            <Toasts />
        </div>
    );
}

function Visitor({ house }: { house: House }) {
    const [problem, setProblem] = useState<Problem | null>(null);
    const [busy, setBusy] = useState(false);
    const [given, setGiven] = useState<{ credentials: Credentials; note: string } | null>(null);
    const enter = async (credentials: SignIn): Promise<void> => {
        setBusy(true);
        setProblem(null);
        try {
            const who = await signIn(credentials);
            // A patron has no pages but those that are open to everybody, and this one says so.
            const goal = who.patron ? "/" : destination(who, new URLSearchParams(location.search).get("next"));
            if (goal !== "/") location.assign(goal);
        } catch (thrown) {
            const problem = asProblem(thrown);
            if (problem.kind === "must-change") setGiven({ credentials, note: problem.detail });
            else setProblem(problem);
        } finally {
            setBusy(false);
        }
    };
    const back = (): void => {
        setGiven(null);
        setProblem(null);
    };
    const logins = house.demo ? (house.logins ?? []) : [];
    return (
        <div class={logins.length > 0 ? "door-columns" : "door-single"}>
            <section class="panel door-panel" aria-labelledby="door-heading">
                <h1 id="door-heading">{given ? words.chooseHeading : words.heading}</h1>
                {given
                    ? <ChooseOwn {...given} busy={busy} problem={problem} onEnter={(fresh) => void enter({ ...given.credentials, new: fresh })} onBack={back} />
                    : <Ways busy={busy} problem={problem} onEnter={(credentials) => void enter(credentials)} />}
                <OpenPages />
            </section>
            {logins.length > 0 && <DemoLogins logins={logins} busy={busy} onEnter={(credentials) => void enter(credentials)} />}
        </div>
    );
}

interface WaysProps { busy: boolean; problem: Problem | null; onEnter: (credentials: Credentials) => void }

function Ways({ busy, problem, onEnter }: WaysProps) {
    const [way, setWay] = useState("name");
    return (
        <Tabs
            label={words.ways}
            chosen={way}
            onChoose={setWay}
            tabs={[
                { name: "name", words: words.withName, panel: () => <ByName busy={busy} problem={problem} onEnter={onEnter} /> },
                { name: "badge", words: words.withBadge, panel: () => <ByNumber key="badge" label={words.badge} of={(badge, pin) => ({ badge, pin })} busy={busy} problem={problem} onEnter={onEnter} /> },
                { name: "patron", words: words.withNumber, panel: () => <ByNumber key="patron" label={words.number} of={(patron, pin) => ({ patron, pin })} busy={busy} problem={problem} onEnter={onEnter} /> },
            ]}
        />
    );
}

function ByName({ busy, problem, onEnter }: WaysProps) {
    const [name, setName] = useState("");
    const [password, setPassword] = useState("");
    return (
        <form
            class="stack"
            onSubmit={(event) => {
                event.preventDefault();
                if (!busy) onEnter({ name: name.trim(), password });
            }}
        >
            <Field label={words.name} name="username" autocomplete="username" value={name} onInput={setName} required autofocus />
            <Field label={words.password} name="password" type="password" autocomplete="current-password" value={password} onInput={setPassword} required />
            <ProblemNote problem={problem} />
            <Button type="submit" tone="primary" size="large" wide busy={busy}>{words.go}</Button>
        </form>
    );
}

// A number and a PIN: of a badge, or of a patron.
function ByNumber({ label, of, busy, problem, onEnter }: WaysProps & { label: string; of: (number: string, pin: string) => Credentials }) {
    const [number, setNumber] = useState("");
    const [pin, setPin] = useState("");
    const enter = (): void => {
        if (!busy && number.trim() !== "" && pin !== "") onEnter(of(number.trim(), pin));
        setPin("");
    };
    return (
        <div class="stack">
            <Field label={label} value={number} onInput={setNumber} inputmode="numeric" autocomplete="off" autofocus />
            <ProblemNote problem={problem} />
            <Keypad label={words.pin} digits={pin} onDigits={setPin} onEnter={enter} enterWords={words.go} secret most={12} disabled={busy} />
        </div>
    );
}

function DemoLogins({ logins, busy, onEnter }: { logins: Login[]; busy: boolean; onEnter: (credentials: Credentials) => void }) {
    const credentials = (login: Login): Credentials | null => {
        if (login.patron && login.pin) return { patron: login.patron, pin: login.pin };
        if (login.person && login.password) return { name: login.person, password: login.password };
        if (login.badge && login.pin) return { badge: login.badge, pin: login.pin };
        return null;
    };
    return (
        <section class="panel door-demo" aria-labelledby="demo-heading">
            <h2 id="demo-heading">{words.demoHeading}</h2>
            <p class="soft">{words.demoNote}</p>
            <ul>
                {logins.map((login) => {
                    const known = credentials(login);
                    const name = login.name ?? words.patron(login.patron ?? "");
                    const secrets = login.patron ? [[login.patron, login.pin]] : [[login.person, login.password], [login.badge, login.pin]];
                    return known && (
                        <li key={login.person ?? login.patron}>
                            <button type="button" class="door-login" disabled={busy} aria-label={words.demoAs(name, roleWords(login.role))} onClick={() => onEnter(known)}>
                                <span class="door-login-name">{name}</span>
                                <Badge>{roleWords(login.role)}</Badge>
                                <span class="door-login-words">{secrets.filter(([who, secret]) => who && secret).map((pair) => pair.join(" / ")).join(" · ")}</span>
                            </button>
                        </li>
                    );
                })}
            </ul>
        </section>
    );
}

function PageLinks({ pages }: { pages: PageEntry[] }) {
    return (
        <ul class="door-pages">
            {pages.map((page) => (
                <li key={page.name}>
                    <a href={page.path}>
                        <span>{strings.pages[page.name]}</span>
                        <small>{strings.pageNotes[page.name]}</small>
                    </a>
                </li>
            ))}
        </ul>
    );
}

function OpenPages() {
    const pages = pagesFor(null);
    if (pages.length === 0) return null;
    return (
        <nav class="door-open" aria-label={words.openPages}>
            <h2>{words.openPages}</h2>
            <PageLinks pages={pages} />
        </nav>
    );
}

function Welcome({ who }: { who: Session }) {
    const pages = pagesFor(who);
    return (
        <section class="panel door-panel door-single" aria-labelledby="door-heading">
            <div>
                <h1 id="door-heading">{words.welcome(who.name || who.person || words.patron(who.patron ?? ""))}</h1>
                <p class="soft">{who.patron ? words.patronNote : words.signedInAs(roleWords(who.role))}</p>
            </div>
            <nav aria-label={words.yourPages}>
                <h2>{words.yourPages}</h2>
                {pages.length > 0 ? <PageLinks pages={pages} /> : <p class="soft">{words.nowhere}</p>}
            </nav>
            <ChangeOwn who={who} />
            <Button onPress={() => signOut().catch(sayProblem)}>{strings.kit.signOut}</Button>
        </section>
    );
}

start(<SignInPage />);
