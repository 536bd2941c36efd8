import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { temporalProgram } from "./temporal-server.ts";

const folder = fileURLToPath(new URL("histories/", import.meta.url));

/** Keeps the history of a workflow where UPDATE_HISTORIES is set, for replay.temporal.ts. */
export function keepHistory(name: string, workflowId: string, address: string): void {
  if (process.env["UPDATE_HISTORIES"] === undefined) return;
  const argv = ["workflow", "show", "--address", address, "--workflow-id", workflowId, "--output", "json"];
  const history = execFileSync(temporalProgram, argv, { encoding: "utf8" });
  // Which process of which machine it was is of no account.
  writeFileSync(`${folder}${name}.json`, history.replaceAll(/"\d+@[^"]*"/g, '"a process"'));
}

/** The kept histories by name. */
export function keptHistories(): readonly (readonly [string, unknown])[] {
  return readdirSync(folder).map((name) => [name, JSON.parse(readFileSync(`${folder}${name}`, "utf8"))] as const);
}
