import type { Exchange } from "../../../packages/base/exchange/exchange.ts";
import {
  enablePath,
  enableRight,
  projectOfService,
  serviceIn,
  servicePath,
  serviceUsageAddress,
} from "../../../packages/vendor-wire/google/service-usage.ts";
import { type Finding, failed, type Registration, refusedFinding } from "../../engine/ports/vendor-doctor.ts";
import { callAt } from "./wire-call.ts";

/**
 * Switches an API on in a project of the declaration, or in the one that pays for the calls: in no other, whatever an
 * answer says.
 */
export async function registerService(exchange: Exchange, registration: Registration): Promise<Finding | null> {
  const { name, provider } = registration;
  const project = projectOfService(name);
  if (project === undefined)
    return failed("registration", `${name} is no API that is called here`, "see what the platform says of it");
  const own = ownProjects(registration);
  if (!own.includes(project) && !(await isNumberOf(own, project, exchange, registration))) {
    const detail =
      `${name} is not switched on: projects/${project} is none of ${own.join(", ") || "the declaration's"}, ` +
      "as far as can be read";
    return failed("registration", detail, "see which project the credential's calls count for, and switch it on there");
  }
  const address = `${serviceUsageAddress(provider.config)}/${enablePath(name)}`;
  const answer = await callAt(exchange, address, { method: "POST", body: {} });
  if (answer.kind === "answer") return null;
  const refusal = { ...answer, detail: `${name} is not switched on: ${answer.detail}` };
  return refusedFinding("registration", refusal, {
    right: `it takes ${enableRight}, as far as the vendor's documents tell`,
  });
}

/** The projects that are known without an answer. */
function ownProjects({ provider, targets, payer }: Registration): readonly string[] {
  const all = [provider.config["project"], payer, ...targets.map(({ variables }) => variables["project"])];
  return [...new Set(all.flatMap((each) => (typeof each === "string" && each !== "" ? [each] : [])))];
}

/** True where the platform says that a number is that of one of the projects. */
async function isNumberOf(
  own: readonly string[],
  number: string,
  exchange: Exchange,
  { name, provider }: Registration,
): Promise<boolean> {
  if (!/^\d+$/.test(number)) return false;
  for (const project of own) {
    const service = serviceIn(encodeURIComponent(project), name);
    const address = `${serviceUsageAddress(provider.config)}/${servicePath(service)}`;
    const answer = await callAt(exchange, address, { method: "GET" });
    if (answer.kind === "answer" && answer.body["parent"] === `projects/${number}`) return true;
  }
  return false;
}
