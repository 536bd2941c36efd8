import { pointer } from "../../../packages/base/json/pointer.ts";
import { type InParts, mappedInParts } from "../../../packages/base/turns.ts";
import { parseId } from "../../definitions/schema/identity/identity.ts";
import { idKey, isSameObject } from "../../definitions/schema/identity/same-object.ts";
import { holderOf } from "../../definitions/schema/lies-in.ts";
import { secretPlaces } from "../../definitions/schema/secret-values.ts";
import type { ResourceNode } from "../check/checked-declaration.ts";
import { desiredOf } from "../check/desired.ts";
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

interface Lying {
  /** Of the object that lies in another one. */
  readonly key: string;
  readonly holder: Question;
}

/** What the managed objects that were seen to stand lie in. */
export function* holdersToAsk(session: RefreshSession): InParts<readonly Lying[]> {
  const { records, superseded } = session.state;
  const lying = yield* mappedInParts([...records.values(), ...superseded], (record) => holderToAsk(session, record));
  return lying.flatMap((each) => each ?? []);
}

function holderToAsk(session: RefreshSession, record: ResourceRecord): Lying | undefined {
  const { catalog } = session.input;
  const definition = catalog.resources[record.type];
  if (definition?.liesIn === undefined) return undefined;
  const { cloudId } = record.provider;
  const key = objectKey(cloudId, idKey(definition, record.identity.id));
  const seen = session.observations.get(key);
  if (seen?.kind !== "present" || seen.deleted || seen.isBelieved === true) return undefined;
  const holder = holderOf(definition, record.identity.variables, catalog);
  const { provider } = recordTarget(session, record);
  const parsed = holder === undefined ? undefined : parseId(holder.definition, holder.id, provider.config);
  if (holder === undefined || parsed?.ok !== true) return undefined;
  const { type, versions } = holder.definition;
  const { id, variables } = parsed.value;
  const target: Target = { type, apiVersion: versions.default, provider, id, variables, isForeign: true };
  const holderKey = objectKey(cloudId, idKey(holder.definition, id));
  return { key, holder: { key: holderKey, cloudId, definition: holder.definition, target } };
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

/**
 * A managed object's name on the platform, with what is secret of it: by its record, and by what is declared now. What
 * the declaration keeps secret of another object that is to have its name says nothing of it: to seal an open value is
 * to keep it secret wherever it stands. It is sealed where it shows what is secret already.
 */
function secretiveTarget(session: RefreshSession, record: ResourceRecord, key: string): Target {
  const node = session.nodes.get(record.address);
  const declared = node?.kind === "resource" ? node : undefined;
  const isOther = declared !== undefined && isOfAnother(session, declared, record);
  const own = isOther ? undefined : declared;
  const named = (own ?? record).options.secretOutputs ?? [];
  const secret = [
    ...secretPlaces(record.inputs),
    ...secretPlaces(own?.inputs),
    ...named.map((name) => pointer("", name)),
    ...(session.keptSecrets.get(key) ?? []),
  ];
  return {
    ...recordTarget(session, record),
    ...(secret.length === 0 ? {} : { secret }),
    ...(isOther && secretPlaces(declared.inputs).length > 0 ? { isForeign: true } : {}),
  };
}

/** Whether a resource that is declared under the name of a record is certainly another object. */
function isOfAnother(session: RefreshSession, node: ResourceNode, record: ResourceRecord): boolean {
  if (node.type !== record.type) return true;
  const isNamed = [node, record].some(({ options }) => options.secretOutputs !== undefined);
  const provider = session.declaredProvider(node.provider);
  if ((!isNamed && secretPlaces(node.inputs).length === 0) || provider === undefined) return false;
  const definition = session.definition(node.type);
  const { identity } = desiredOf(node, definition, provider, session.input.language, session.bindings, {});
  if (identity.kind !== "known") return false;
  const isThere = session.cloudId(provider) === record.provider.cloudId;
  return !isThere || !isSameObject(definition, identity, record.identity);
}
