import type { Exchange } from "../../../packages/base/exchange/exchange.ts";
import { expandTemplate } from "../../../packages/base/path-template.ts";
import { wirePaths } from "../../../packages/vendor-wire/google/resource-names.ts";
import { reservationIamMember } from "../../definitions/resources/reservation-iam-member.ts";
import type { Target } from "../../engine/ports/driver.ts";
import { type Finding, failed, passed, refusedFinding, type VendorDoctor } from "../../engine/ports/vendor-doctor.ts";
import { registerService } from "./register-service.ts";
import { pathOf } from "./resource-driver.ts";
import { wireCall } from "./wire-call.ts";

/** What a declared binding takes on its reservation. */
const { read = [], write = [] } = reservationIamMember.permissions ?? {};
const policyRights = [...read, ...write];

/**
 * Looks at what reads of single objects do not show: whether operations can be listed, by which a lost one is found
 * again, and which rights the caller holds on each reservation.
 */
export function googleDoctor(exchange: Exchange): VendorDoctor {
  return {
    kind: "google",
    examine: async ({ targets }) => {
      const found: Finding[] = [];
      // Asked for the way and the clock: what is said of a client is told of the client itself.
      for (const target of firstOfEach(targets, "iam:OAuthClient", wirePaths.location))
        await wireCall(exchange, target.provider, {
          method: "GET",
          api: "iam",
          path: pathOf(wirePaths.oauthClient, target),
        });
      for (const target of firstOfEach(targets, "connectors:EndpointAttachment", wirePaths.operations))
        found.push(await examineOperations(exchange, target));
      for (const target of firstOfEach(targets, "compute:ReservationIamMember", wirePaths.reservation))
        found.push(await examineReservation(exchange, target));
      return found;
    },
    register: (registration) => registerService(exchange, registration),
  };
}

/** One target of a type for each address that the template gives. */
function firstOfEach(targets: readonly Target[], type: string, template: string): readonly Target[] {
  const own = targets.filter((target) => target.type === type);
  return [...new Map(own.map((each) => [expandTemplate(template, each.variables), each])).values()];
}

async function examineOperations(exchange: Exchange, target: Target): Promise<Finding> {
  const path = pathOf(wirePaths.operations, target);
  const request = { method: "GET", api: "connectors", path, query: { pageSize: "1" } } as const;
  const answer = await wireCall(exchange, target.provider, request);
  const { project, location } = target.variables;
  if (answer.kind === "answer") return passed("operations", `those of ${project} in ${location} can be listed`);
  const right = "grant connectors.operations.list: without it an operation whose answer was lost is not found again";
  return refusedFinding("operations", answer, { right });
}

async function examineReservation(exchange: Exchange, target: Target): Promise<Finding> {
  const answer = await wireCall(exchange, target.provider, {
    method: "POST",
    api: "compute",
    path: pathOf(wirePaths.testIamPermissions, target),
    body: { permissions: policyRights },
  });
  const what = expandTemplate("reservation {reservation} in {zone}", target.variables) ?? target.id;
  if (answer.kind !== "answer") {
    const remedy = `see that ${what} is there, and that it can be read`;
    return refusedFinding("rights", answer, { right: remedy, other: remedy });
  }
  const { permissions } = answer.body;
  const held = Array.isArray(permissions) ? permissions : [];
  const missing = policyRights.filter((each) => !held.includes(each));
  if (missing.length === 0) return passed("rights", `the policy of ${what} can be read and set`);
  return failed(
    "rights",
    `on ${what} the caller lacks ${missing.join(" and ")}`,
    "grant it on the reservation or its project",
    { permission: missing.join(", ") },
  );
}
