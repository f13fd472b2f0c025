/*
 * For tests: keys that minisign 0.11 made, and what they signed. One secret has no password; the other is the same with the password
 * "open", locked with less work than minisign takes. They are used nowhere else.
 */
#ifndef RULEBOOK_MINISIGN_KNOWN_TEST_H
#define RULEBOOK_MINISIGN_KNOWN_TEST_H

static const char known_text[] = "issuer: bay101\n"
                                 "number: 1\n"
                                 "approvals: []\n";
static const char known_public[] = "untrusted comment: minisign public key B1D70992A1C873C5\n"
                                   "RWTFc8ihkgnXsQ/KcxBvjOOR2jsvBI4Cz/d+Wbo/ivHB6yKCIj7d33Bb\n";
static const char known_secret[] =
    "untrusted comment: minisign encrypted secret key\n"
    "RWQAAEIyAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAxXPIoZIJ17GgV0ey7F"
    "phW0dN0w0YJdtcKzzbYXOa9EO7V/ijUeWpHg/KcxBvjOOR2jsvBI4Cz/d+Wbo/ivHB6yKCIj7d33BbAAAAAAAAAAAA"
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n";
static const char known_locked_secret[] =
    "untrusted comment: a key with a password\n"
    "RWRTY0IyAQgPFh0kKzI5QEdOVVxjanF4f4aNlJuiqbC3vsXM09oAgAAAAAAAAAAAAAEAAAAAFI0qxI4EovVDG1NWEe"
    "7LlXJBzBoxKh5owPnf6fcS4HxQMC/ytRibO9DKLGOg/Sg/NjC04EzsYTOndFBKp2LdadJMEUFswAzff9vjcJn4cH2a"
    "Dd5/GSpLGl59br2op2qQHU7lwlP7PmU=\n";
static const char known_signature[] =
    "untrusted comment: signature from minisign secret key\n"
    "RUTFc8ihkgnXsYHvLF4ltB0IBZFmA/ULeL8AroUgv4tTwd3DWpv4xZzECjUGgLcYLBHo3KxQYL5XV3zgn4LJEKEFDR"
    "jURM6DPgY=\n"
    "trusted comment: number 1\n"
    "s+5v9SOf4nkDRpWXGaQ8ew/s0J5tqDNuFfHeohckZRyZuS1bYGYzZ5jbk6Zz5G8dO1UHwWxYqRNXDJ3IC1ETDA==\n";
static const char known_legacy_signature[] =
    "untrusted comment: signature from minisign secret key\n"
    "RWTFc8ihkgnXsU8/NTVFEWaREePeTdgXjT7NRIZd5mgBdrAKevd6nPaVelZoj3jmqC1F6/sJyEdkZgzaPA92q+iILO"
    "spZm9RCwQ=\n"
    "trusted comment: number 1\n"
    "NSo34ss6O6x6OPu3G93VYGyjIR+PzQynsrzyGSvkamChkyNaC+WCMuhPmSo4RP9D4oPzXeUa0Yvnq0x7dgRJBA==\n";

#endif
