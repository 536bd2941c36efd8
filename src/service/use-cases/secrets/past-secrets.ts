import { pointer } from "../../../../packages/base/json/pointer.ts";
import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import { type InParts, mappedInParts } from "../../../../packages/base/turns.ts";
import { idKey } from "../../../definitions/schema/identity/same-object.ts";
import { lastSecrets, type RecordSecrets, secretsByRecord } from "../../../engine/observe/kept-secrets.ts";
import type { Step } from "../../../engine/plan/plan.ts";
import type { RecordedProvider, ResourceRecord } from "../../../engine/state/records/record.ts";
import { objectKey } from "../../../engine/state/snapshot.ts";
import type { Deployment } from "../deployment.ts";
import { stackAskedAbout } from "../runs/denied-step.ts";

/**
 * What a stack keeps secret of objects that it manages or has managed, by the key of the object. What is forgotten and
 * taken over again is the same object: only a declaration of who may reveal makes its secrets open (decision 0061).
 */
export type PastSecrets = ReadonlyMap<string, RecordSecrets>;

/** Reads the whole journal of the stack, unless nothing was ever sealed in the store. Throws Faults of the store. */
export async function pastSecrets(
  stack: string,
  { vault, store, catalog }: Pick<Deployment, "vault" | "store" | "catalog">,
): Promise<PastSecrets> {
  return (await vault.isEmpty()) ? new Map() : lastSecrets(await store.readJournal(stack), catalog);
}

/** The secrets of one object; undefined where it has none. */
export function secretsOfObject(
  type: string,
  provider: Pick<RecordedProvider, "cloudId">,
  id: string,
  past: PastSecrets,
  { catalog }: Pick<Deployment, "catalog">,
): RecordSecrets | undefined {
  const definition = catalog.resources[type];
  return definition === undefined ? undefined : past.get(objectKey(provider.cloudId, idKey(definition, id)));
}

/** Problems with objects that a plan takes over again and would no longer keep secret, for who may not see them. */
export function deniedReopenings(
  steps: readonly Step[],
  stack: string,
  past: PastSecrets,
  deployment: Pick<Deployment, "catalog" | "authority">,
): readonly Problem[] {
  const { authority } = deployment;
  const decision = authority.decide("secret:reveal", { stack: stackAskedAbout(stack) });
  if (decision.kind === "allowed" || past.size === 0) return [];
  return steps.flatMap((step) => {
    // Where nothing stands another object is made, and what is managed goes by the change of its options.
    if (step.kind !== "write" || step.prior === null || step.identity === null || step.action === "update") return [];
    const { address, type, provider, identity, options } = step;
    const secrets = secretsOfObject(type, provider, identity.id, past, deployment);
    const left = options.secretOutputs ?? [];
    const opened = (secrets?.named ?? []).filter((name) => !left.includes(name)).map((name) => `\`${name}\``);
    if (opened.length === 0) return [];
    const detail =
      `${authority.caller.name} may not leave ${opened.join(", ")} out of \`additionalSecretOutputs\` of ` +
      `\`${address}\`, which this stack has kept secret: ${decision.why}`;
    return [problem("not-permitted", detail, { address })];
  });
}

/** Problems with records of a state document that leave open what this stack keeps secret of their objects. */
export function openedRecordsInParts(
  records: readonly ResourceRecord[],
  past: PastSecrets,
  deployment: Pick<Deployment, "catalog">,
): InParts<readonly (readonly Problem[])[]> {
  return mappedInParts(records.entries(), ([index, record]) => {
    const { address, type, provider, identity } = record;
    const secrets = secretsOfObject(type, provider, identity.id, past, deployment);
    const { places } = secretsByRecord(record);
    const opened = (secrets?.places ?? []).filter((place) => !places.includes(place));
    if (opened.length === 0) return [];
    const detail =
      `\`${address}\` leaves open what this stack keeps secret of its object: ${opened.join(", ")}; ` +
      "who may reveal secrets may import it so";
    return [
      problem("sealed-value", detail, {
        pointer: pointer("/document/records", String(index), "options", "secretOutputs"),
      }),
    ];
  });
}
