import { pointer } from "../../../packages/base/json/pointer.ts";
import type { InParts } from "../../../packages/base/turns.ts";
import { idKey } from "../../definitions/schema/identity/same-object.ts";
import { secretPlaces } from "../../definitions/schema/secret-values.ts";
import type { Target } from "../ports/driver.ts";
import { claimKey, type ResourceRecord } from "../state/records/record.ts";
import { type Claim, objectKey } from "../state/snapshot.ts";
import type { Question } from "./question.ts";
import { recordTarget } from "./record-target.ts";
import type { RefreshSession } from "./refresh-session.ts";

/** Questions for all managed objects, in and out of the declaration; none where the last observations are believed. */
export function* recordQuestions(session: RefreshSession): InParts<readonly Question[]> {
  const { catalog, refresh, only } = session.input;
  const questions: Question[] = [];
  for (const record of [...session.state.records.values(), ...session.state.superseded]) {
    yield;
    if (only?.uids.has(record.uid) === false) continue;
    const definition = catalog.resources[record.type];
    if (definition === undefined) continue;
    const { cloudId } = record.provider;
    const key = objectKey(cloudId, idKey(definition, record.identity.id));
    if (session.asked.has(key)) continue;
    session.asked.add(key);
    if (!refresh || !session.isLookedAt(record.address)) {
      session.observations.set(key, {
        kind: "present",
        outputs: record.outputs,
        version: record.observed.version ?? record.observed.digest,
        deleted: false,
        displaces: [],
        isBelieved: true,
      });
      continue;
    }
    const target = secretiveTarget(session, record, key);
    questions.push({ key, cloudId, definition, target, recorded: record.outputs });
  }
  return questions;
}

/** Claims of the stack's own records, by key: no other stack can hold the same, so no question about it is needed. */
export function ownClaims({ state, input: { stack, catalog } }: RefreshSession): ReadonlyMap<string, Claim> {
  const claims = new Map<string, Claim>();
  for (const { type, provider, identity, uid, address } of [...state.records.values(), ...state.superseded]) {
    const definition = catalog.resources[type];
    if (definition === undefined) continue;
    const key = claimKey(provider.cloudId, identity.claim, definition.identity.ignoreCase === true);
    if (!claims.has(key)) claims.set(key, { claimKey: key, stack, uid, address });
  }
  return claims;
}

/** A managed object's name on the platform, with what is secret of it: by its record, and by what is declared now. */
function secretiveTarget(session: RefreshSession, record: ResourceRecord, key: string): Target {
  const node = session.nodes.get(record.address);
  const named = node?.kind === "resource" ? (node.options.secretOutputs ?? []) : (record.options.secretOutputs ?? []);
  const declared = node?.kind === "resource" ? secretPlaces(node.inputs) : [];
  const kept = session.keptSecrets.get(key) ?? [];
  const secret = [...secretPlaces(record.inputs), ...declared, ...named.map((name) => pointer("", name)), ...kept];
  return { ...recordTarget(session, record), ...(secret.length === 0 ? {} : { secret }) };
}
