import type { Store } from "../../engine/ports/store.ts";
import type { Recorder } from "./recorder.ts";

/** The same store; what is appended to a journal is recorded once it is durable. */
export function recordedStore(store: Store, recorder: Recorder): Store {
  const append: Store["append"] = async (stack, epoch, entries) => {
    const outcome = await store.append(stack, epoch, entries);
    if (outcome.kind === "done") recorder.entries(entries);
    return outcome;
  };
  return new Proxy(store, {
    get: (target, name) => {
      if (name === "append") return append;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}
