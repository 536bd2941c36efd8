// Loaded into a process before its own code (`--import`): tells by lines in the file PLUMB_STRETCHES how long its main
// thread has worked without a turn of the event loop. It counts time on the processor, which a busy machine does not
// stretch.
import { appendFileSync } from "node:fs";
import process from "node:process";
import { isMainThread } from "node:worker_threads";

/** Milliseconds. Shorter ones are not told. */
const toldFrom = 2;

const file = process.env["PLUMB_STRETCHES"] ?? "";
if (isMainThread && file !== "") {
  let before = spent();
  const turn = setInterval(() => {
    const now = spent();
    if (now - before >= toldFrom) appendFileSync(file, `${Math.round(now - before)}\n`);
    before = spent();
  }, 5);
  turn.unref();
}

/** Milliseconds of the processor that this thread has used so far. */
function spent() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
