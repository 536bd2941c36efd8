import { isJsonObject, type JsonObject } from "../../../base/json/json.ts";
import { expandTemplate } from "../../../base/path-template.ts";
import { resourceNames } from "../../../vendor-wire/google/resource-names.ts";
import type { EmulatorContext } from "../../runtime/local-vendor.ts";

const collection = "reservation";

/** A reservation at the present virtual moment. */
export interface Reservation {
  /** Undefined while there is none. It shows in its `status` what is going on. */
  readonly shown: JsonObject | undefined;
  /** An operation on it has begun and is not done. */
  readonly changing: boolean;
}

/** The full name of the reservation that a path means, by name or by numeric id. */
export function reservationName(params: Readonly<Record<string, string>>, context: EmulatorContext): string {
  const name = expandTemplate(resourceNames.reservation, params) ?? "";
  if (!/^\d+$/.test(params["reservation"] ?? "")) return name;
  const siblings = context.documents.list(collection, name.slice(0, name.lastIndexOf("/") + 1));
  return siblings.find(({ document }) => idOf(document) === params["reservation"])?.key ?? name;
}

export function reservationAt(name: string, context: EmulatorContext): Reservation {
  const document = context.documents.get(collection, name);
  if (document === undefined) return { shown: undefined, changing: false };
  const reservation = reservationIn(document, context);
  if (reservation.shown === undefined) context.documents.delete(collection, name);
  return reservation;
}

/** Reservations under a prefix that are shown now, in name order, behind the name `after`. */
export function* reservationsAfter(prefix: string, after: string, context: EmulatorContext) {
  for (const { key, document } of context.documents.scan(collection, prefix, after)) {
    const { shown } = reservationIn(document, context);
    if (shown !== undefined) yield { name: key, shown };
  }
}

/** Notes a change on top of what is shown now; `result` is undefined when the reservation will be gone. */
export function changeReservation(
  name: string,
  result: JsonObject | undefined,
  doneMs: number,
  context: EmulatorContext,
): void {
  const { shown } = reservationAt(name, context);
  context.documents.put(collection, name, { before: shown ?? null, after: result ?? null, doneMs });
}

function reservationIn({ before, after, doneMs }: JsonObject, context: EmulatorContext): Reservation {
  const old = isJsonObject(before) ? before : undefined;
  const result = isJsonObject(after) ? after : undefined;
  if (context.now() >= Number(doneMs)) return { shown: result, changing: false };
  if (old === undefined) return { shown: { ...result, status: "CREATING" }, changing: true };
  return { shown: { ...old, status: result === undefined ? "DELETING" : "UPDATING" }, changing: true };
}

function idOf({ before, after }: JsonObject): unknown {
  const either = isJsonObject(after) ? after : before;
  return isJsonObject(either) ? either["id"] : undefined;
}
