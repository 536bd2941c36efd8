import { type JsonObject, jsonEqual } from "../../../packages/base/json/json.ts";
import { contentDigest } from "../../definitions/schema/content-digest.ts";
import { idKey } from "../../definitions/schema/identity/same-object.ts";
import type { ListedItem, Observation, ReadOutcome } from "../ports/driver.ts";
import { deniedCode, type Refusal } from "../ports/outcome.ts";
import { type Observed, objectKey } from "../state/snapshot.ts";
import type { Question } from "./question.ts";
import type { ObserveInput } from "./refresh-session.ts";

/**
 * Reads many targets with as few calls as the wire allows: objects that share a collection by one list, the others one
 * by one, at most `parallel` calls at once. What is recorded and gone under its name is looked for under the one that
 * the platform may have given it since, unless that is asked for itself: then it is another one. What is recorded and
 * left out of a list, and what always stands, is looked at by its name before it counts as not there: lists lag
 * behind, and leave out.
 */
export async function readAll(
  questions: readonly Question[],
  { driverOf, parallel, signal, turns }: Pick<ObserveInput, "driverOf" | "parallel" | "signal" | "turns">,
): Promise<ReadonlyMap<string, Observed>> {
  const collections = new Map<string, Question[]>();
  for (const question of questions) {
    const { provider, type, apiVersion, secret = [], isForeign } = question.target;
    // What is secret differs from object to object, so such a one is read by itself.
    const isSecretive = secret.length > 0 || (isForeign === true && question.recorded !== undefined);
    const collection = isSecretive ? null : driverOf(provider).collectionOf(question.target);
    const group = collection === null ? `${question.key} alone` : `${provider.ref} ${type} ${apiVersion} ${collection}`;
    const members = collections.get(group);
    if (members === undefined) collections.set(group, [question]);
    else members.push(question);
    if (turns?.isDue() === true) await turns.next();
  }
  const seen = new Map<string, Observed>();
  const leftOut = new Set<string>();
  const read = async (group: readonly Question[]) => {
    const [first] = group;
    if (first === undefined) return;
    const driver = driverOf(first.target.provider);
    if (group.length === 1) {
      seen.set(first.key, observedOf(await driver.read(first.target, signal), first.recorded));
      return;
    }
    const listed = await driver.list(first.target, signal);
    const items = new Map(
      listed.kind === "done" ? listed.items.map((each) => [idKey(first.definition, each.id), each]) : [],
    );
    for (const { key, target, definition, recorded } of group) {
      if (turns?.isDue() === true) await turns.next();
      if (listed.kind !== "done") {
        seen.set(key, listed.kind === "absent" ? absentOf({ ...listed, ...nothing }) : unreadable(listed));
        continue;
      }
      const item = items.get(idKey(definition, target.id));
      if (item === undefined) leftOut.add(key);
      seen.set(key, item === undefined ? { kind: "absent", ...nothing } : presentItem(item, recorded));
    }
  };
  await inParallel([...collections.values()], parallel, read);
  const gone = questions.filter(
    ({ key, definition: { existence, identity }, recorded }) =>
      seen.get(key)?.kind === "absent" &&
      (recorded === undefined
        ? existence === "standing" && leftOut.has(key)
        : existence === "standing" || identity.renamed !== undefined || leftOut.has(key)),
  );
  await inParallel(gone, parallel, async (question) => {
    const { key, target, definition, recorded } = question;
    const mayBeRenamed = recorded !== undefined && definition.identity.renamed !== undefined;
    const again = mayBeRenamed ? { ...target, mayBeRenamed } : target;
    const found = observedOf(await driverOf(target.provider).read(again, signal), recorded);
    const present = presentKey(question, found);
    if (present === key || !seen.has(present)) seen.set(key, found);
  });
  return seen;
}

/** The key of what was found for a question, by the name that it has now. */
function presentKey({ key, cloudId, definition }: Question, found: Observed): string {
  const id = found.kind === "present" ? found.outputs["id"] : undefined;
  if (definition.identity.renamed === undefined || typeof id !== "string") return key;
  return objectKey(cloudId, idKey(definition, id));
}

/** Runs `work` over all items, at most `parallel` at once. */
export async function inParallel<T>(
  items: readonly T[],
  parallel: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  const lane = async () => {
    for (let next = queue.next(); next.done !== true; next = queue.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: Math.min(parallel, items.length) }, lane));
}

/** What a driver's answer means for the snapshot. */
function observedOf(outcome: ReadOutcome, recorded: JsonObject | undefined): Observed {
  if (outcome.kind === "done") return present(outcome.observation, recorded);
  return outcome.kind === "absent" ? absentOf(outcome) : unreadable(outcome);
}

const nothing = { version: null, displaces: [] } as const;

function absentOf({
  version,
  displaces,
  beside,
  lacksParent,
  refused,
  detail,
}: Extract<ReadOutcome, { kind: "absent" }>): Observed {
  return {
    ...{ kind: "absent", version, displaces },
    ...(beside === undefined ? {} : { beside }),
    ...(lacksParent === true ? { lacksParent: detail } : {}),
    ...(refused === true ? { refused: detail } : {}),
  };
}

function presentItem({ observation, unreadable: detail }: ListedItem, recorded: JsonObject | undefined): Observed {
  if (detail !== undefined) return { kind: "unreadable", reason: "unavailable", detail };
  return present(observation, recorded);
}

function present(observation: Observation, recorded: JsonObject | undefined): Observed {
  const outputs = recorded !== undefined && jsonEqual(recorded, observation.outputs) ? recorded : observation.outputs;
  return {
    kind: "present",
    outputs,
    version: observation.version ?? contentDigest(outputs),
    deleted: observation.deleted,
    displaces: observation.displaces,
    ...(observation.beside === undefined ? {} : { beside: observation.beside }),
  };
}

function unreadable(refusal: Exclude<Refusal, { kind: "absent" }>): Observed {
  const reason =
    refusal.kind === "denied" ? deniedCode(refusal) : refusal.kind === "invalid" ? "invalid" : "unavailable";
  return { kind: "unreadable", reason, detail: refusal.detail };
}
