// A process that serves: it takes up what nobody carries out, until it is killed, or drains when its input ends. Says
// `serving` when it begins, and `draining` when it begins nothing more.
import process from "node:process";
import { RunDispatcher } from "../../src/service/background/run-dispatcher.ts";
import { type Meeting, processAt } from "./service-parts.ts";

const [order = "", host = ""] = process.argv.slice(2);
const { deployment, close } = processAt(JSON.parse(order) as Meeting, host);
const dispatcher = new RunDispatcher({ deployment, serves: true });
dispatcher.serve();
process.stdout.write("serving\n");
for await (const _ of process.stdin);
const drained = dispatcher.drain();
process.stdout.write("draining\n");
await drained;
await close();
