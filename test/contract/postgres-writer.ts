// A process that writes to a stack of a PostgreSQL store. Does what each line of its input says and tells, as a line of
// JSON, what came of it: `take` tries to take the stack, `take over` does so from whoever holds it now, as if that one
// had been found silent, `append` appends once, `go` appends until the process is killed or has lost the stack.
import process from "node:process";
import { createInterface } from "node:readline";
import { PostgresStore } from "../../src/stores/postgres/postgres-store.ts";
import { countingIds, intent, put, result } from "./journal-samples.ts";

const store = new PostgresStore({ address: process.env["POSTGRES_ADDRESS"] ?? "", ids: countingIds() });
let epoch = 0;
let seq = 0;

async function take(isOver: boolean): Promise<object> {
  const holder = { host: "one.example", pid: process.pid, since: "" };
  const outcome = await store.acquire("dev", holder, 0, 30_000, () => false, isOver ? await store.lease("dev") : null);
  if (outcome.kind === "busy") return { kind: "busy", pid: outcome.lease.holder.pid };
  epoch = outcome.epoch;
  const { serial } = await store.readStack("dev");
  seq = serial;
  return { ...outcome, serial };
}

async function append() {
  const uid = `u${seq}`;
  const outcome = await store.append("dev", epoch, [intent(seq, uid), result(seq, [put(uid)])]);
  seq += 1;
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
  return outcome.kind;
}

for await (const line of createInterface({ input: process.stdin })) {
  const [command, how] = line.split(" ");
  if (command === "take") process.stdout.write(`${JSON.stringify(await take(how === "over"))}\n`);
  else if (command === "append") await append();
  else while ((await append()) === "done");
}
await store.close();
