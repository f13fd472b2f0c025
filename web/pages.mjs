// The pages. To add one: a folder src/pages/NAME with main.tsx and page.css, its title in src/strings.ts, and a line here.
//
//   path    where it is found
//   under   whether /path/SOMETHING is the same page, which then reads the rest of the path
//   needs   what a role must be allowed to do (one of these) to be offered the page; nothing: anyone may see it
//   reads   what a role must be allowed to read (one of these) for the page to show it anything; nothing: whoever signs in
//   home    the roles that come here when they sign in
//
// The server decides what anybody gets to know; this list only decides which links are offered.
export const pages = [
    { name: "sign-in", path: "/", under: false, needs: [], reads: [], home: [] },
    { name: "dealer", path: "/dealer", under: true, needs: ["start-round"], reads: ["read floor"], home: ["dealer"] },
    { name: "floor", path: "/floor", under: false, needs: ["verify-hand", "authorise"], reads: ["read floor"], home: ["floor", "supervisor", "surveillance"] },
    { name: "cage", path: "/cage", under: false, needs: ["pay"], reads: ["read patrons"], home: ["cage"] },
    {
        name: "office", path: "/office", under: true, needs: ["read office"], reads: ["read office"],
        home: ["accounting", "auditor", "manager", "admin"],
    },
    { name: "sign", path: "/sign", under: true, needs: [], reads: [], home: [] },
    { name: "play", path: "/play", under: false, needs: [], reads: [], home: [] },
];
