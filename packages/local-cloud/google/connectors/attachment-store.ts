import { isJsonObject, type JsonObject } from "../../../base/json/json.ts";
import type { EmulatorContext } from "../../runtime/local-vendor.ts";

const collection = "endpoint-attachment";

/** An attachment at the present virtual moment. */
export interface Attachment {
  /** What reads show; undefined while there is nothing (yet, or any more). */
  readonly shown: JsonObject | undefined;
  /** An operation on it has begun and is not done. */
  readonly changing: boolean;
}

/** The outcome of a begun operation: what the attachment will be from `doneMs` on, undefined when it will be gone. */
interface AttachmentChange {
  readonly result: JsonObject | undefined;
  readonly doneMs: number;
}

/** Nothing runs in the background: a change counts as soon as the clock has passed its moment. */
export function attachmentAt(name: string, context: EmulatorContext): Attachment {
  const document = context.documents.get(collection, name);
  if (document === undefined) return { shown: undefined, changing: false };
  const attachment = attachmentIn(document, context);
  if (attachment.shown === undefined && !attachment.changing) context.documents.delete(collection, name);
  return attachment;
}

function attachmentIn({ before, after, doneMs }: JsonObject, context: EmulatorContext): Attachment {
  const done = context.now() >= Number(doneMs);
  const shown = done ? after : before;
  return { shown: isJsonObject(shown) ? shown : undefined, changing: !done };
}

/** Notes a change on top of what is shown now; the change before it must be done. */
export function changeAttachment(name: string, change: AttachmentChange, context: EmulatorContext): void {
  const { shown } = attachmentAt(name, context);
  keep(name, shown, change.result, change.doneMs, context);
}

function keep(
  name: string,
  before: JsonObject | undefined,
  after: JsonObject | undefined,
  doneMs: number,
  context: EmulatorContext,
): void {
  context.documents.put(collection, name, { before: before ?? null, after: after ?? null, doneMs });
}

/** Undoes a change that is not done yet: from now on the attachment is again what it was. */
export function cancelChange(name: string, context: EmulatorContext): void {
  const { shown, changing } = attachmentAt(name, context);
  if (changing) keep(name, shown, shown, context.now(), context);
}

/** Puts an attachment there as if it had always been. */
export function seedAttachment(name: string, attachment: JsonObject, context: EmulatorContext): void {
  context.documents.put(collection, name, { before: null, after: attachment, doneMs: 0 });
}

/** Attachments under a prefix that are shown now, in name order, behind the name `after`. */
export function* attachmentsAfter(
  prefix: string,
  after: string,
  context: EmulatorContext,
): Generator<{ readonly name: string; readonly shown: JsonObject }> {
  for (const { key, document } of context.documents.scan(collection, prefix, after)) {
    const { shown } = attachmentIn(document, context);
    if (shown !== undefined) yield { name: key, shown };
  }
}
