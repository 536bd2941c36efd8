import type { StackHead } from "./stack-head.ts";

/** How far a stack has come; a stack that was removed has no lineage and the serial 0. */
export interface StackChange {
  readonly lineage: string;
  readonly serial: number;
}

/** Every watcher of every process listens on this channel. */
export const channel = "plumbline";

/** What is sent on the channel when a stack has changed. The server allows it 8000 bytes. */
export function changeText({ name, lineage, serial }: StackHead): string {
  return JSON.stringify({ stack: name, lineage, serial });
}

/** Null for a text that is none of ours: anybody of the database may send on the channel. */
export function readChange(text: string): (StackChange & { readonly stack: string }) | null {
  try {
    const { stack, lineage, serial } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    if (typeof stack !== "string" || typeof lineage !== "string" || typeof serial !== "number") return null;
    return { stack, lineage, serial };
  } catch {
    return null;
  }
}
