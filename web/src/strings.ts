// Every word that a page shows and that is not the server's own. To translate the pages, translate this file.
// Parts in order: the kit, then one part per page.

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

export const strings = {
    pages: {
        "sign-in": "Sign in",
        sign: "Signs",
    } as Record<string, string>,

    pageNotes: {
        sign: "Meters and prizes, full screen",
    } as Record<string, string>,

    roles: {
        dealer: "Dealer",
        floor: "Floor",
        supervisor: "Supervisor",
        cage: "Cage",
        promotions: "Promotions",
        accounting: "Accounting",
        surveillance: "Surveillance",
        auditor: "Auditor",
        manager: "Manager",
        admin: "Administrator",
    } as Record<string, string>,

    problem: {
        unknown: "Something went wrong. Try again; if it stays so, call the floor.",
        unreachableTitle: "No connection",
        unreachable: "The server cannot be reached. Nothing is lost: check the network and try again.",
        status: (status: number) => `The server answered ${status}.`,
        clause: (clause: string) => `Rule ${clause}`,
    },

    kit: {
        close: "Close",
        cancel: "Cancel",
        dismiss: "Dismiss",
        required: "required",
        loading: "Loading",
        nothingHere: "Nothing here.",
        showPassword: "Show",
        hidePassword: "Hide",
        toLight: "Light",
        toDark: "Dark",
        themeToLight: "Switch to the light theme",
        themeToDark: "Switch to the dark theme",
        signOut: "Sign out",
        signIn: "Sign in",
        pagesLabel: "Pages",
        skip: "Skip to the content",
        notices: "Notices",
        feed: {
            connecting: "Connecting",
            live: "Live",
            stale: "No connection: what you see may be old",
        },
    },

    cards: {
        ranks: {
            A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", "9": "nine", "8": "eight", "7": "seven",
            "6": "six", "5": "five", "4": "four", "3": "three", "2": "two",
        } as Record<string, string>,
        suits: { s: "spades", h: "hearts", d: "diamonds", c: "clubs" } as Record<string, string>,
        joker: "joker",
        card: (rank: string, suit: string) => `${rank} of ${suit}`,
        deck: "Deck",
        chosen: "Chosen cards",
        none: "Tap the cards, or type rank and suit",
        count: (count: number, most: number) => `${count} of ${most}`,
        remove: (card: string) => `Take back the ${card}`,
        clear: "Clear",
    },

    keypad: {
        label: "Number pad",
        erase: "Erase",
        enter: "Enter",
        entered: (count: number) => plural(count, "digit entered", "digits entered"),
    },

    countdown: {
        over: "Over",
    },

    signIn: {
        heading: "Sign in",
        withName: "By name",
        withBadge: "By badge",
        name: "Name",
        password: "Password",
        badge: "Badge number",
        pin: "PIN",
        go: "Sign in",
        ways: "Ways to sign in",
        demoHeading: "This is a demonstration",
        demoNote: "Nothing here is real money. Choose who you are:",
        demoAs: (name: string, role: string) => `Sign in as ${name}, ${role}`,
        welcome: (name: string) => `Welcome, ${name}`,
        signedInAs: (role: string) => `You are signed in: ${role}.`,
        yourPages: "Where to?",
        openPages: "Without signing in",
        nowhere: "Your role has no page of its own.",
        noHouse: "The server cannot be reached. This page tries again by itself.",
    },

    sign: {
        // The words on the wall: short, because they are read from ten metres.
        jackpots: "Jackpots",
        prizes: "Prizes",
        hand: "Hand",
        prize: "Prize",
        tables: "Tables",
        hours: "Hours",
        fee: "Fee",
        feeEach: (amount: string) => `${amount} a hand`,
        noFee: "No fee",
        lastWins: "Recent winners",
        winAt: (table: string) => `Table ${table}`,
        noWins: "Be the first to win it.",
        winner: "Winner",
        paidTo: (share: string, seat: number) => (seat > 0 ? `${share}, seat ${seat}` : share),
        things: (count: number, thing: string) => (count > 1 ? `${count} × ${thing}` : thing),
        newBase: (amount: string) => `The meter starts again at ${amount}`,
        verifying: "A hand is being verified",
        verifyingAt: (table: string) => `A hand at table ${table} is being verified`,
        stale: (time: string) => `Not live. Figures of ${time}.`,
        staleNever: "Waiting for the house.",
        unknownOffer: (offer: string) => `There is no offer called ${offer} in force.`,
        nothing: "No jackpot is offered at the moment.",
        topPrize: "Top prize",
        more: (count: number) => `and ${count} more`,
    },
};
