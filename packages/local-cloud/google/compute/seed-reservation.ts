import type { JsonObject } from "../../../base/json/json.ts";
import { expandTemplate } from "../../../base/path-template.ts";
import { computeNames } from "../../../vendor-wire/google/compute-names.ts";
import { conditionalPolicyVersion } from "../../../vendor-wire/google/policy-wire.ts";
import { reservationFields } from "../../../vendor-wire/google/reservation-wire.ts";
import { resourceNames } from "../../../vendor-wire/google/resource-names.ts";
import type { EmulatorContext } from "../../runtime/local-vendor.ts";
import { policyComplaint, readSetPolicyRequest } from "../iam/policy-rules.ts";
import { storePolicy } from "../iam/policy-store.ts";
import { readMessage } from "../read-message.ts";
import { changeReservation } from "./reservation-store.ts";
import { made } from "./reservations.ts";

/** The origin in the links of what was seeded without a request to Compute. */
const defaultOrigin = "https://www.googleapis.com";

/**
 * Seeds a reservation by `project`, `zone` and `name`, with any of its own fields, and with `policy` when there is one.
 */
export function seedReservation(object: JsonObject, context: EmulatorContext): void {
  const { project, zone, policy, ...own } = object;
  const read = readMessage(own, reservationFields, "reservation");
  if (!read.ok) throw new TypeError(read.error.map((each) => each.description).join("; "));
  const { name: reservation } = read.value;
  if (typeof project !== "string" || typeof zone !== "string" || typeof reservation !== "string") {
    throw new TypeError("a reservation needs `project`, `zone` and `name`");
  }
  if (!computeNames.reservation.test(reservation)) throw new TypeError(`${reservation} is no name for a reservation`);
  const name = expandTemplate(resourceNames.reservation, { project, zone, reservation });
  if (name === undefined) throw new TypeError("`project` and `zone` must not be empty");
  changeReservation(name, made(name, read.value, context, defaultOrigin), 0, context);
  if (policy === undefined) return;
  const asked = readSetPolicyRequest({ policy });
  if (!asked.ok) throw new TypeError(asked.error.map((each) => each.description).join("; "));
  const complaint = policyComplaint({ ...asked.value, version: conditionalPolicyVersion }, false);
  if (complaint !== undefined) throw new TypeError(complaint);
  storePolicy(name, asked.value, context);
}
