import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { threadId } from "node:worker_threads";
import type { Fetch } from "../../packages/base/exchange/fetch.ts";
import { telling } from "../vendor-interfaces/call-ledger.ts";

/** Set by `wire-config.ts`: a folder of one run of a suite, in which its files leave what they saw. */
const folder = process.env["PLUMB_WIRE_LEDGER"];

const clients: readonly (readonly [RegExp, string])[] = [
  [/databricks-sdk-py\//, "python"],
  [/databricks-sdk-js\//, "javascript"],
  [/azsdk-python-/, "python"],
  // Of all of Azure's clients; collections that none of them lists in every version are read by it alone.
  [/core-rest-pipeline\//, "javascript"],
  [/gl-python\//, "python"],
  [/gl-node\/|gdcl\//, "javascript"],
];

const noted = new Set<string>();

/** Notes every exchange whose request a vendor's own client has sent, as its headers say. */
export function noting(cloud: Fetch): Fetch {
  return telling(cloud, ({ headers }, entry) => {
    const said = [headers.get("user-agent") ?? "", headers.get("x-goog-api-client") ?? ""];
    const client = clients.find(([pattern]) => said.some((each) => pattern.test(each)))?.[1];
    if (client !== undefined && entry !== undefined) note(`${client} ${entry}`);
  });
}

/** Notes that a client can't be had on this machine. */
export function noteMissing(client: string, reason: string): void {
  note(`${client} missing: ${reason}`);
}

function note(line: string): void {
  if (folder === undefined || noted.has(line)) return;
  noted.add(line);
  appendFileSync(join(folder, `${threadId}.txt`), `${line.replaceAll("\n", " ")}\n`);
}

/** What a client has sent in this run so far, by the entries of the ledger; and why there is no such client, if so. */
export function notesOf(client: string): {
  readonly entries: ReadonlySet<string>;
  readonly missing: string | undefined;
} {
  const files = folder === undefined ? [] : readdirSync(folder);
  const lines = files.flatMap((file) => readFileSync(join(folder ?? "", file), "utf8").split("\n"));
  const own = lines.filter((line) => line.startsWith(`${client} `)).map((line) => line.slice(client.length + 1));
  const missing = own.find((line) => line.startsWith("missing: "))?.slice("missing: ".length);
  return { entries: new Set(own), missing };
}
