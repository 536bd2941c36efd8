import { type Command, carryOut } from "./commands.ts";
import { type Birth, Plumbline } from "./plumbline.ts";

/** A process that carries out one command and kills itself, as `kill -9` does, at the boundary of the given number. */
export interface ChildOrder {
  readonly dir: string;
  readonly birth: Birth;
  readonly operationMs: number;
  readonly command: Command;
  /** From 1. */
  readonly killAt: number;
}

const [text] = process.argv.slice(2);
if (text === undefined) throw new Error("no order");
const { dir, birth, operationMs, command, killAt } = JSON.parse(text) as ChildOrder;
let passed = 0;
const plumbline = new Plumbline(dir, birth, operationMs, () => {
  passed += 1;
  if (passed === killAt) process.kill(process.pid, "SIGKILL");
});
const ending = await carryOut(command, plumbline.deployment);
await plumbline.close();
process.stdout.write(JSON.stringify(ending));
