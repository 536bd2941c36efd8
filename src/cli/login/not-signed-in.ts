import type { ProblemDocument } from "../../contract/documents/problems.ts";

/** What a server's 401 means for the user of the command, and how to go on. */
export function notSignedIn(document: ProblemDocument, server: string, hadToken: boolean): ProblemDocument {
  const what = hadToken
    ? `${server} did not accept your token (HTTP status 401).`
    : `You are not signed in at ${server} (HTTP status 401).`;
  const way = hadToken ? "put a token into PLUMB_TOKEN that is valid there" : "set PLUMB_TOKEN";
  return { ...document, detail: `${what} Sign in with \`plumb login --server ${server}\`, or ${way}.` };
}

/** What a server's 403 means for the user of the command, and how to go on. */
export function notPermitted(document: ProblemDocument): ProblemDocument {
  // No role widens a token.
  const way = document.detail.includes("the token is limited to ")
    ? "It takes another token: `plumb token create NAME --role ROLE` makes one that may do what ROLE may, for those " +
      "who hold that role themselves. Set PLUMB_TOKEN to it."
    : "`plumb whoami` shows your roles; an admin of the server gives one with `plumb role grant`.";
  const stop = document.detail.endsWith(".") ? "" : ".";
  return document.problems.length > 0 ? document : { ...document, detail: `${document.detail}${stop} ${way}` };
}
