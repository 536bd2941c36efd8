import { type JsonObject, jsonEqual } from "../../../packages/base/json/json.ts";
import { samePlain } from "../../../packages/base/json/plain.ts";
import { echoIdentity } from "../../definitions/schema/comparison/echo.ts";
import { overlap } from "../../definitions/schema/place-values.ts";
import { withMovedKept } from "../state/moved-kept.ts";
import { awaitsDeclaration, type PhysicalIdentity, type ResourceRecord } from "../state/records/record.ts";
import type { IgnoredValue } from "./plan.ts";
import type { Case, Present } from "./resource-case.ts";

/**
 * Nothing to write: outputs as seen, and the record brought up to date where options or equivalent spellings changed.
 * What an undo does not put back keeps its recorded value, and so does what `onDrift` leaves alone (`left`): the next
 * look tells of it as before. What is made from it during the run is made from what stands, as in the plan.
 */
export function keepObject(
  { node, definition, desired, planning, options, provider, inverse }: Case,
  record: ResourceRecord,
  observed: Present,
  target: PhysicalIdentity,
  left: readonly IgnoredValue[],
): void {
  const outputs = echoIdentity(definition, observed.outputs, desired.inputs);
  const isOwn = (path: string) =>
    inverse?.paths.some((place) => overlap(place, path)) ?? !left.some((each) => overlap(each.path, path));
  const recorded =
    inverse === undefined && left.length === 0
      ? outputs
      : withMovedKept(record, definition, { stood: observed.outputs, now: outputs }, isOwn);
  const dependsOn = planning.managedBelow(node.edges);
  planning.setSeen(node.address, outputs);
  const keep = (told: JsonObject) =>
    planning.unchanged.push({
      ...{ address: node.address, type: node.type, id: target.id },
      ...(jsonEqual(told, outputs) ? {} : { seen: outputs }),
    });
  const isSameProvider = record.provider.ref === provider.ref && record.provider.configDigest === provider.configDigest;
  const isSameName = planning.state.records.get(node.address)?.identity.id === record.identity.id;
  if (
    isSameProvider &&
    isSameName &&
    record.apiVersion === node.apiVersion &&
    (inverse !== undefined || !awaitsDeclaration(record)) &&
    samePlain(record.options, options) &&
    jsonEqual(record.dependsOn, dependsOn) &&
    jsonEqual(record.inputs, desired.inputs) &&
    (inverse !== undefined || jsonEqual(record.outputs, recorded))
  ) {
    keep(record.outputs);
    return;
  }
  keep(recorded);
  planning.recordUpdates.push({
    address: node.address,
    options,
    dependsOn,
    inputs: desired.inputs,
    outputs: recorded,
    version: observed.version,
    ...(record.apiVersion === node.apiVersion ? {} : { apiVersion: node.apiVersion }),
    ...(isSameProvider ? {} : { provider }),
    ...(isSameName ? {} : { identity: record.identity }),
  });
}
