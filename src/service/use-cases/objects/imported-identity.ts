import { isJsonObject } from "../../../../packages/base/json/json.ts";
import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import type { InParts } from "../../../../packages/base/turns.ts";
import { parseId } from "../../../definitions/schema/identity/identity.ts";
import { claimKey, type ResourceRecord } from "../../../engine/state/records/record.ts";
import type { Deployment } from "../deployment.ts";

/**
 * Problems with records of a document that come from outside, each at its place: a record must name one object. Its id,
 * its claim, the variables that calls are made of and the cloud follow from one another, so none of them is believed by
 * itself: else a record that claims one object could reach another stack's. In parts.
 */
export function* misnamedRecords(
  records: readonly ResourceRecord[],
  deployment: Deployment,
): InParts<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const [index, record] of records.entries()) {
    yield;
    const part = misnamedPart(record, deployment);
    if (part === null) continue;
    const detail = `\`${record.address}\`: this disagrees with the rest of what names the object`;
    problems.push(problem("invalid-state", detail, { pointer: `/document/records/${index}/${part}` }));
  }
  return problems;
}

/** The part of a record that disagrees with its id and its provider; null where all agree. */
function misnamedPart(record: ResourceRecord, { catalog, cloudIdOf }: Deployment): string | null {
  const { type, identity, provider } = record;
  const definition = catalog.resources[type];
  const { ref, kind, config } = provider;
  if (definition === undefined || kind !== definition.provider || !isJsonObject(config)) return "provider";
  if (typeof identity.id !== "string") return "identity/id";
  const parsed = parseId(definition, identity.id, config);
  if (!parsed.ok) return "identity/id";
  if (provider.cloudId !== cloudIdOf({ ref, kind, config })) return "provider/cloudId";
  const isFolded = definition.identity.ignoreCase === true;
  const keyOf = (claim: string) => claimKey(provider.cloudId, claim, isFolded);
  const { claim, variables } = parsed.value;
  if (typeof identity.claim !== "string" || keyOf(identity.claim) !== keyOf(claim)) return "identity/claim";
  const given = isJsonObject(identity.variables) ? identity.variables : {};
  const names = new Set([...Object.keys(given), ...Object.keys(variables)]);
  const same = (one: unknown, other: unknown) =>
    one === other ||
    (isFolded && typeof one === "string" && typeof other === "string" && one.toLowerCase() === other.toLowerCase());
  return [...names].every((name) => same(given[name], variables[name])) ? null : "identity/variables";
}
