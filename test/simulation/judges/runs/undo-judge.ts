import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { Intent } from "../../../../src/engine/state/journal.ts";
import type { ResourceRecord } from "../../../../src/engine/state/records/record.ts";
import type { CloudMemory, JudgedWrite } from "../../world/cloud-memory.ts";
import type { Violation } from "../journal-judge.ts";
import { leansOnLeft } from "../left-texts.ts";
import { bindingsOf } from "../world-judge.ts";
import { objectOf, type SeenRun } from "./run-history.ts";

/** The declared part of every object that is there, by its name in the platforms' log. */
export type Picture = ReadonlyMap<string, string>;

/**
 * An undo writes to nothing but what the undone run touched, and takes away nothing but what that run made. `begun`:
 * what calls have made that were open when the undone run began.
 */
export function judgeUndo(
  own: readonly JudgedWrite[],
  undoing: SeenRun,
  undone: SeenRun,
  atBegin: Picture | undefined,
  begun: ReadonlySet<string>,
): readonly Violation[] {
  const open = new Set(undoing.openBefore.map(({ identity }) => identity.id.toLowerCase()));
  // What waited for its deletion belonged to no declaration.
  const recorded = new Set(
    [...undone.before.values()].flatMap(({ status, identity }) =>
      status === "current" ? [objectOf(identity.id)] : [],
    ),
  );
  return own.flatMap(({ action, object }): readonly Violation[] => {
    const key = object.toLowerCase();
    if (open.has(key)) return [];
    if (!undone.objects.has(key)) {
      return [{ rule: "undo", detail: `${action} ${object}, which the undone run did not touch` }];
    }
    if (action !== "delete" || atBegin?.has(key) !== true || !recorded.has(key) || key.endsWith("/iampolicy"))
      return [];
    if (begun.has(key)) return [];
    return [{ rule: "undo", detail: `${object} was deleted, and was there before the undone run` }];
  });
}

/**
 * What calls make that were open when a run began is the run's that has recorded it, unless it stood all the time.
 * `notedAt`: when each call was noted, by no clock of ours.
 */
export function madeByOpenCalls(
  { openBefore }: SeenRun,
  writes: readonly JudgedWrite[],
  notedAt: ReadonlyMap<Intent, number>,
): ReadonlySet<string> {
  return new Set(
    openBefore.flatMap((intent) => {
      const key = intent.identity.id.toLowerCase();
      const made = writes.findLast(({ action, object }) => action === "create" && object.toLowerCase() === key);
      const isMade = made !== undefined && made.atMs >= (notedAt.get(intent) ?? Number.POSITIVE_INFINITY);
      return intent.operation === "create" && isMade ? [key] : [];
    }),
  );
}

/**
 * The undo of a run that nothing came after brings back what that run touched, as it was; but what is `leftAlone`.
 * `undoing`: the undo, which begins with what a run has left that never ended.
 */
export function judgeUndone(
  undone: SeenRun,
  undoing: SeenRun,
  atBegin: Picture,
  atEnd: Picture,
  leftAlone: ReadonlySet<string>,
): readonly Violation[] {
  // What is to be kept stays, whoever ends the care for it.
  const kept = new Set(
    [...undone.before.values(), ...(undone.ended?.after ?? undoing.before).values()].flatMap(({ options, identity }) =>
      options.onDestroy === "retain" ? [objectOf(identity.id)] : [],
    ),
  );
  return [...undone.objects].flatMap((object): readonly Violation[] => {
    const [was, is] = [atBegin.get(object), atEnd.get(object)];
    const isBack = [
      was,
      withPresent(was, undone.before),
      withFormerValues(was, undone.before),
      beforeDeletion(was, object, undone.before),
      withTextsLeft(was, object, undone.before, { atBegin, atEnd }),
    ].some((each) => each === is || declaredAt(each, object, undone.before) === is);
    // What waited for its deletion belonged to no declaration: where it stands it waits again, however the run left it.
    if (isBack || kept.has(object) || leftAlone.has(object) || waitedFor(object, undone.before)) return [];
    return [{ rule: "undo", detail: `${object} was ${was ?? "not there"} and is ${is ?? "not there"} after the undo` }];
  });
}

function waitedFor(object: string, before: SeenRun["before"]): boolean {
  const records = [...before.values()].filter(({ identity }) => objectOf(identity.id) === object);
  return !object.endsWith("/iampolicy") && records.length > 0 && records.every(({ status }) => status === "superseded");
}

/** What waited for its deletion, as it was before a call gave it what its platform wants for that. */
function beforeDeletion(was: string | undefined, object: string, before: SeenRun["before"]): string | undefined {
  const record = [...before.values()].find((each) => objectOf(each.identity.id) === object);
  if (was === undefined || record?.status !== "superseded" || record.readied === undefined) return was;
  return JSON.stringify({ ...(JSON.parse(was) as JsonObject), ...record.readied });
}

/** What is made again, and referred to what waited for its deletion, refers to what stands in the place of that. */
function withPresent(was: string | undefined, before: SeenRun["before"]): string | undefined {
  const records = [...before.values()];
  return records.reduce((text, { status, uid, identity }) => {
    const present = records.find((each) => each.uid === uid && each.status === "current");
    if (status === "current" || present === undefined) return text;
    return text?.replaceAll(`<of ${identity.id}>`, `<of ${present.identity.id}>`);
  }, was);
}

/**
 * What repeats a value of an object that waited for its deletion repeats it still: no declaration asks for that object,
 * so that the undo does not make it again, and it says so (`former-gone`).
 */
function withFormerValues(was: string | undefined, before: SeenRun["before"]): string | undefined {
  const former = [...before.values()].filter(({ status }) => status === "superseded");
  return former.reduce((text, { identity, outputs }) => {
    const given = outputs["endpointIp"] ?? outputs["clientId"];
    return typeof given === "string" ? text?.replaceAll(`<of ${identity.id}>`, () => given) : text;
  }, was);
}

/**
 * What leans on an object that was let go of, and repeats its text, repeats it still: nothing of ours has written that
 * text anew, be it that it tells of what is gone.
 */
function withTextsLeft(
  was: string | undefined,
  object: string,
  before: SeenRun["before"],
  { atBegin, atEnd }: { readonly atBegin: Picture; readonly atEnd: Picture },
): string | undefined {
  const records = [...before.values()];
  const record = records.find((each) => objectOf(each.identity.id) === object);
  if (was === undefined || record === undefined || !leansOnLeft(record, records)) return was;
  const recorded = new Set(records.map(({ identity }) => objectOf(identity.id)));
  return [...atBegin].reduce((text, [each, shown]) => {
    const [then, now] = [shown, atEnd.get(each)].map(textIn);
    const isLeft = !recorded.has(each) && then !== undefined && now !== undefined;
    return isLeft ? text.replaceAll(then, () => now) : text;
  }, was);
}

/** The text in a picture of an object; undefined where it has none. */
function textIn(shown: string | undefined): string | undefined {
  const { description = null } = JSON.parse(shown ?? "{}") as JsonObject;
  return typeof description === "string" && description !== "" ? description : undefined;
}

/**
 * What was there but for what waited for its deletion: that belonged to no declaration, and an undo does not bring it
 * back.
 */
function declaredAt(was: string | undefined, object: string, before: SeenRun["before"]): string | undefined {
  const records = [...before.values()].filter(({ identity }) => objectOf(identity.id) === object);
  const isOf = (of: ResourceRecord["status"]) => (id: string) =>
    records.some(({ status, identity }) => status === of && identity.id === id);
  const isWaiting = (id: string) => isOf("superseded")(id) && !isOf("current")(id);
  if (was === undefined || !object.endsWith("/iampolicy"))
    return records.length > 0 && records.every(({ identity }) => isWaiting(identity.id)) ? undefined : was;
  const { bindings } = JSON.parse(was) as { readonly bindings: readonly string[] };
  const reservation = records[0]?.identity.id.split(" ")[0];
  const left = bindings.filter((binding) => !isWaiting(`${reservation} ${binding}`));
  return left.length === 0 ? undefined : JSON.stringify({ bindings: left });
}

/**
 * What was there when a run came to it: less what others have deleted between the look at its beginning and its own
 * first write. `writes`: all since that look.
 */
export function withoutDeleted(picture: Picture, own: readonly JudgedWrite[], writes: readonly JudgedWrite[]): Picture {
  const isOwn = new Set(own);
  const isGone = (object: string) => {
    const about = writes.filter((write) => write.object.toLowerCase() === object);
    const first = about.findIndex((write) => isOwn.has(write));
    return first > 0 && about[first - 1]?.action === "delete";
  };
  return new Map([...picture].filter(([object]) => !isGone(object)));
}

/**
 * What later runs have made of an object stays: their fields are after the undo as they were before it. What was
 * changed for a deletion that did not happen is as it was before where the undo takes the object back (decision 0085).
 */
export function judgeLater(undone: Picture, before: Picture, after: Picture, run: SeenRun): readonly Violation[] {
  const readied = new Map([...run.before.values()].map((each) => [objectOf(each.identity.id), each.readied ?? {}]));
  const current = [...(run.ended?.after.values() ?? [])].filter(({ status }) => status === "current");
  const takenBack = new Set(current.map(({ identity }) => objectOf(identity.id)));
  return [...before].flatMap(([object, text]): readonly Violation[] => {
    const givenBack = takenBack.has(object) ? (readied.get(object) ?? {}) : {};
    const then = undone.get(object);
    const [was, is, made] = [then, after.get(object), text].map((each) => JSON.parse(each ?? "{}") as JsonObject);
    return Object.keys(made ?? {}).flatMap((field): readonly Violation[] => {
      const [former, now, later] = [was, is, made].map((each) => JSON.stringify(each?.[field]));
      const isGivenBack = field in givenBack && now === JSON.stringify(givenBack[field]);
      // What a later run has only made ready for its deletion goes with the run that made it.
      if (after.get(object) === undefined && field in (readied.get(object) ?? {})) return [];
      if (now === later || isGivenBack || isSameText(former, later)) return [];
      return [
        { rule: "undo", detail: `${object} had ${field} ${later} by a later run, and has ${now} after the undo` },
      ];
    });
  });
}

/** Whether two texts of an object are the same, be it that what the former tells the owner of has gone since. */
function isSameText(former: string | undefined, later: string | undefined): boolean {
  if (former === undefined || later === undefined) return former === later;
  const parts = former.split(/<of [^>]*>/).map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join(`(?:<of [^>]*>|${words.source})`)}$`).test(later);
}

export function pictureOf(storage: CloudMemory): Picture {
  const picture = new Map<string, string>();
  const owners = ownersOf(storage);
  const note = (object: string, shown: JsonObject) =>
    picture.set(
      object.toLowerCase(),
      JSON.stringify(shown).replace(words, (word) => owners.get(word) ?? word),
    );
  for (const [id, { description, allowedRedirectUris, state }] of storage.contents("google", "oauth-client")) {
    if (state === "ACTIVE")
      note(id, { description: description ?? null, allowedRedirectUris: allowedRedirectUris ?? null });
  }
  for (const [id, { displayName = null, disabled = false }] of storage.contents("google", "oauth-client-credential"))
    note(id, { displayName, disabled });
  for (const [id, { after }] of storage.contents("google", "endpoint-attachment")) {
    const { description = null, labels = null } = (after ?? {}) as JsonObject;
    if (after !== null) note(id, { description, labels });
  }
  for (const { id, properties } of storage.contents("arm", "server-collector").values()) {
    const { discoverySiteId = null } = (properties ?? {}) as JsonObject;
    note(String(id), { discoverySiteId });
  }
  for (const [id, policy] of storage.contents("google", "policy")) {
    const bindings = bindingsOf(policy).flatMap(({ role, members }) => members.map((member) => `${role} ${member}`));
    if (bindings.length > 0) note(`${id}/iamPolicy`, { bindings: bindings.sort() });
  }
  const setting = storage.contents("databricks", "setting").get("restrict_workspace_admins");
  const { status = "ALLOW_ALL" } = (setting?.["message"] ?? {}) as JsonObject;
  note("settings/restrict_workspace_admins", { status });
  return picture;
}

const words = /[\w.-]+/g;

/**
 * The objects that a platform gave values to which texts of others refer to, by the value. What is made anew gets
 * another value, and a text that refers to it is the same text with that one; with the value of an object that is gone
 * it is not.
 */
function ownersOf(storage: CloudMemory): ReadonlyMap<string, string> {
  const attachments = [...storage.contents("google", "endpoint-attachment")].map(
    ([id, { after }]) => [((after ?? {}) as JsonObject)["endpointIp"], id] as const,
  );
  const clients = [...storage.contents("google", "oauth-client")].map(([id, { clientId }]) => [clientId, id] as const);
  return new Map(
    [...attachments, ...clients].flatMap(([value, id]) =>
      typeof value === "string" ? [[value, `<of ${id}>`] as const] : [],
    ),
  );
}
