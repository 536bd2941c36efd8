import { spawn } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import type { Socket } from "node:net";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { ProgramError } from "../program-error.ts";
import { commandOfPlumb } from "./find-plumb.ts";

/** A whole plumb in memory, with its own cloud, until it is closed. */
export interface ThrowAway {
  /** Where its API is; the cloud's control surface is below it, at `/_local/`. */
  readonly url: string;
  readonly fetch: (request: Request) => Promise<Response>;
  close(): Promise<void>;
}

/**
 * Opens the installed plumb: in this process where its modules lie beside the command, else as a process of its own, as
 * of the single executable. Throws ProgramError `plumb-missing`.
 */
export async function openThrowAway(): Promise<ThrowAway> {
  const command = commandOfPlumb();
  const modules = join(dirname(realpathSync(command)), "throw-away.mjs");
  if (!existsSync(modules)) return await served(command);
  const plumb = (await import(pathToFileURL(modules).href)) as { openThrowAway(): Omit<ThrowAway, "url"> };
  return { url: "http://localhost", ...plumb.openThrowAway() };
}

/** It ends with its standard input: with this process, if not before. */
async function served(command: string): Promise<ThrowAway> {
  const plumb = spawn(command, ["serve", "--throw-away", "--port", "0", "--json"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => plumb.once("exit", () => resolve()).once("error", () => resolve()));
  let said = "";
  for await (const piece of plumb.stdout.setEncoding("utf8").iterator({ destroyOnReturn: false })) {
    said += piece;
    if (said.endsWith("}\n")) break;
  }
  if (!said.endsWith("}\n"))
    throw new ProgramError(`the plumb at ${command} does not serve: install the version of the SDK`, "plumb-missing");
  // A test that fails before it closes anything does not wait for it.
  const held = [plumb, plumb.stdin, plumb.stdout] as readonly (typeof plumb | Socket)[];
  for (const each of held) each.unref();
  const { url } = JSON.parse(said) as { readonly url: string };
  const close = async (): Promise<void> => {
    plumb.ref();
    plumb.stdin.end();
    await ended;
  };
  return { url, fetch, close };
}
