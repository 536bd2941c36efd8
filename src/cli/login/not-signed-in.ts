import type { ProblemDocument } from "../../contract/documents/problems.ts";

/** What a server's 401 means for the user of the command, and how to go on. */
export function notSignedIn(document: ProblemDocument, server: string, hadToken: boolean): ProblemDocument {
  const what = hadToken ? `${server} did not accept your token.` : `You are not signed in at ${server}.`;
  return { ...document, detail: `${what} Sign in with \`plumb login --server ${server}\`, or set PLUMB_TOKEN.` };
}
