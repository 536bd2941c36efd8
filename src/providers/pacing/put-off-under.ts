import { PutOffKinds } from "../../engine/ports/put-off-kinds.ts";

/** What is asked for outside of a run, a plan say, makes its calls under one signal. */
const putOffBySignal = new WeakMap<AbortSignal, PutOffKinds>();

export function putOffUnder(signal: AbortSignal | undefined): PutOffKinds {
  const known = signal === undefined ? undefined : putOffBySignal.get(signal);
  const found = known ?? new PutOffKinds();
  if (signal !== undefined) putOffBySignal.set(signal, found);
  return found;
}
