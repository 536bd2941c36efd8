// A process that writes to a stack of a PostgreSQL store. Does what each line of its input says and tells, as a line of JSON,
// what came of it: `take <now>` tries to take the stack for half a minute from that moment, `append` appends once, `go` appends
// until the process is killed or has lost the stack.
import process from "node:process";
import { createInterface } from "node:readline";
import { PostgresStore } from "../../src/stores/postgres/postgres-store.ts";
import { countingIds, intent, put, result } from "./journal-samples.ts";

const store = new PostgresStore({ address: process.env["POSTGRES_ADDRESS"] ?? "", ids: countingIds() });
let epoch = 0;
let seq = 0;

async function take(now: number): Promise<object> {
  const holder = { host: "one.example", pid: process.pid, since: "" };
  const outcome = await store.acquire("dev", holder, now, 30_000, () => false);
  if (outcome.kind === "busy") return { kind: "busy", pid: outcome.holder.pid };
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
  const [command, now] = line.split(" ");
  if (command === "take") process.stdout.write(`${JSON.stringify(await take(Number(now)))}\n`);
  else if (command === "append") await append();
  else while ((await append()) === "done");
}
await store.close();
