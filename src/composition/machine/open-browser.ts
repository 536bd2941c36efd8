import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";

/** Asks the system to show an address in the user's browser. Where it can't, nothing happens. */
export async function openBrowser(address: string, command = process.platform === "darwin" ? "open" : "xdg-open") {
  const opener = spawn(command, [address], { stdio: "ignore", detached: true });
  await once(opener, "spawn").catch(() => {});
  // Some openers are the browser itself, and last as long as it does.
  opener.unref();
}
