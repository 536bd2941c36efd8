import type { StackChange } from "../../../engine/ports/store.ts";
import type { StackHead } from "../../rows/stack-head.ts";

/** What somebody has committed. */
type Change =
  | { readonly kind: "stack"; readonly stack: string; readonly change: StackChange }
  | { readonly kind: "register"; readonly name: string };

/** Every watcher of every process listens on this channel. */
export const channel = "plumbline";

/** What is sent on the channel when a stack has changed. The server allows it 8000 bytes. */
export function changeText({ name, lineage, serial }: StackHead): string {
  return JSON.stringify({ stack: name, lineage, serial });
}

/** What is sent on the channel when a collection or a log of the document store has changed. */
export function documentNotice(name: string): string {
  return JSON.stringify({ register: name });
}

/** Null for a text that is none of ours: anybody of the database may send on the channel. */
export function readChange(text: string): Change | null {
  try {
    const { stack, lineage, serial, register } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    if (typeof register === "string") return { kind: "register", name: register };
    if (typeof stack !== "string" || typeof lineage !== "string" || typeof serial !== "number") return null;
    return { kind: "stack", stack, change: { lineage, serial } };
  } catch {
    return null;
  }
}
