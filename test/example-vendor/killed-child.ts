// Destroys the stack of the directory that it is given, and is killed where it is told: `before` or `after` the call
// that `kill` names.
import process from "node:process";
import { EighthWorld } from "./world.ts";

const [dir = "", call = "", when = ""] = process.argv.slice(2);

const world = new EighthWorld({
  dir,
  laterMs: 60_000,
  aroundCloud: (cloud) => async (request) => {
    const isMeant = `${request.method} ${new URL(request.url).pathname}`.includes(call);
    if (isMeant && when === "before") process.kill(process.pid, "SIGKILL");
    const answer = await cloud(request);
    if (isMeant) process.kill(process.pid, "SIGKILL");
    return answer;
  },
});
await world.up({ kind: "destroy" });
