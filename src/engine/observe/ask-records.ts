import { pointer } from "../../base/pointer.ts";
import { idKey } from "../../definitions/schema/identity.ts";
import { secretPlaces } from "../../definitions/schema/secret-values.ts";
import type { Target } from "../ports/driver.ts";
import { claimKey, type ResourceRecord } from "../state/record.ts";
import { objectKey } from "../state/snapshot.ts";
import type { ObservationDesk } from "./observation-desk.ts";
import { type Question, questionOf } from "./reader.ts";
import { recordTarget } from "./record-target.ts";

/** Questions for all managed objects, in and out of the declaration; none where the last observations are believed. */
export function recordQuestions(desk: ObservationDesk): readonly Question[] {
  const { catalog, refresh } = desk.input;
  return [...desk.state.records.values(), ...desk.state.superseded].flatMap((record) => {
    const definition = catalog.resources[record.type];
    if (definition === undefined) return [];
    const key = objectKey(record.provider.cloudId, idKey(definition, record.identity.id));
    if (desk.asked.has(key)) return [];
    desk.asked.add(key);
    desk.claimKeys.add(
      claimKey(record.provider.cloudId, record.identity.claim, definition.identity.ignoreCase === true),
    );
    if (!refresh) {
      desk.observations.set(key, {
        kind: "present",
        outputs: record.outputs,
        version: record.observed.version ?? record.observed.digest,
        deleted: false,
        displaces: [],
      });
      return [];
    }
    return [questionOf(key, definition, secretiveTarget(desk, record))];
  });
}

/** A managed object's name on the platform, with what is secret of it: by its record, and by what is declared now. */
function secretiveTarget(desk: ObservationDesk, record: ResourceRecord): Target {
  const node = desk.nodes.get(record.address);
  const named = node?.kind === "resource" ? (node.options.secretOutputs ?? []) : (record.options.secretOutputs ?? []);
  const declared = node?.kind === "resource" ? secretPlaces(node.inputs) : [];
  const secret = [...secretPlaces(record.inputs), ...declared, ...named.map((name) => pointer("", name))];
  return { ...recordTarget(record), ...(secret.length === 0 ? {} : { secret }) };
}
