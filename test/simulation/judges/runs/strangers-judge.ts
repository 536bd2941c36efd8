import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { Plan } from "../../../../src/engine/plan/plan.ts";
import type { CloudMemory, JudgedWrite, Moment } from "../../world/cloud-memory.ts";
import type { Call } from "../../world/network.ts";
import type { Violation } from "../journal-judge.ts";
import { readsLagMs } from "../recorded-judge.ts";
import { isCredential } from "../world-judge.ts";
import { lookPath } from "./run-history.ts";

/** A binding of somebody else goes only through a write whose plan named it. */
export function judgeDisplaced(own: readonly Call[], plans: readonly Plan[]): readonly Violation[] {
  if (plans.some(({ deferred }) => deferred.length > 0)) return [];
  const named = new Set(
    plans.flatMap(({ steps }) => steps.flatMap((step) => (step.kind === "write" ? (step.displaces ?? []) : []))),
  );
  return own.flatMap(({ displaced, path }) =>
    displaced
      .filter((binding) => !named.has(binding))
      .map((binding) => ({ rule: "displaced", detail: `${binding} was taken away at ${path}, and no plan named it` })),
  );
}

/** What the wire puts a condition on when it is set or made: there is no moment between the look and the write. */
const conditional = /\/servercollectors\/|^settings\//i;

/**
 * A change of somebody else is not written over by a run whose plan had not seen it, where the run could know.
 * `plannedMs`: when its rounds began, each with a plan of its own.
 */
export function judgeOverwritten(
  own: readonly JudgedWrite[],
  ownCalls: readonly Call[],
  plannedMs: readonly number[],
  storage: CloudMemory,
): readonly Violation[] {
  const calls = new Map(ownCalls.map((call) => [call.number, call]));
  return own.flatMap((write): readonly Violation[] => {
    if (write.action === "create" || write.action === "undelete") return [];
    const { object } = write;
    const place = placeOf(object);
    const call = calls.get(write.sender.call);
    if (place === null || call === undefined) return [];
    const runMs = Math.max(...plannedMs.filter((ms) => ms <= call.atMs));
    const looks = looksAt(object, ownCalls, runMs);
    const looked = looks.at(-1) ?? storage.momentAt(runMs);
    const written = call.arrived ?? storage.momentAt(write.atMs - 1);
    const theirs = storage.writes.find(
      (each) =>
        each.sender.pid === null && each.object === object && each.seq > looked.writes && each.seq <= written.writes,
    );
    if (theirs === undefined) return [];
    const key = object.startsWith("settings/") ? object.slice("settings/".length) : object;
    const isCredential = place === "google oauth-client-credential";
    // What the platform deletes is switched off, whoever has done that.
    const ignored = isCredential && write.action === "delete" ? ["disabled"] : [];
    const seenAt = (moment: Moment) => inputsOf(storage.asOf(place, key, moment), place, ignored);
    // What is ours already when they come is theirs to write over.
    const ours = own.some((each) => each.object === object && each.seq < theirs.seq);
    const isKnown =
      (conditional.test(object) && write.action !== "delete") ||
      ownCalls.some(
        ({ method, path, atMs, heardMs }) =>
          method === "GET" && path.endsWith(object) && atMs > theirs.atMs && heardMs !== null && heardMs <= call.atMs,
      );
    if (ours || !isKnown) return [];
    const there = seenAt(written);
    // A plan looks twice at what is managed and named by a `get`, too; which look arrived first is the network's to
    // say.
    if ([looked, ...looks].some((moment) => seenAt(moment) === there)) return [];
    // What was before our last write, seen so soon after it, may be shown by a look that lags behind: the plan goes by
    // the record, and finds what that says.
    const isAsRecorded = storage.writes.some(
      ({ object: of, sender, seq, atMs }) =>
        of === object &&
        sender.pid !== null &&
        seq <= looked.writes &&
        runMs - atMs < readsLagMs &&
        seenAt(storage.momentAt(atMs)) === there &&
        seenAt(storage.momentAt(atMs - 1)) === seenAt(looked),
    );
    if (isAsRecorded) return [];
    // Who switches off what another hand has just switched off writes over nothing.
    if (isCredential && there === seenAt(storage.momentAt(write.atMs))) return [];
    return [
      {
        rule: "overwritten",
        detail:
          `${write.action} ${object} goes over ${there}, which a stranger wrote after the plan saw ` +
          `${seenAt(looked)}`,
      },
    ];
  });
}

/** When the looks arrived by which a plan knows an object: those that were answered before its run began. */
function looksAt(object: string, ownCalls: readonly Call[], runMs: number): readonly Moment[] {
  const collection = object.slice(0, object.lastIndexOf("/"));
  const isAbout = (path: string) => [object, collection].some((each) => lookPath(path).endsWith(each.toLowerCase()));
  return ownCalls.flatMap(({ method, path, heardMs, arrived }) =>
    method === "GET" && isAbout(path) && heardMs !== null && heardMs <= runMs && arrived !== null ? [arrived] : [],
  );
}

function placeOf(object: string): string | null {
  if (isCredential(object)) return "google oauth-client-credential";
  if (object.includes("/oauthClients/")) return "google oauth-client";
  if (object.includes("/endpointAttachments/")) return "google endpoint-attachment";
  if (/\/servercollectors\//i.test(object)) return "arm server-collector";
  return object === "settings/restrict_workspace_admins" ? "databricks setting" : null;
}

/** What of a document is declared. */
function inputsOf(document: JsonObject | undefined, place: string, ignored: readonly string[]): string {
  // A setting that nobody wrote is there all the same.
  if (place === "databricks setting") {
    const { status = "ALLOW_ALL" } = (document?.["message"] ?? {}) as JsonObject;
    return String(status);
  }
  const after = document?.["after"];
  const shown = (after === undefined ? document : after) as JsonObject | null | undefined;
  if (shown === null || shown === undefined) return "nothing";
  const { description, displayName, disabled, allowedRedirectUris, labels, properties } = shown;
  const { discoverySiteId } = (properties ?? {}) as JsonObject;
  const declared = { description, displayName, disabled, allowedRedirectUris, labels, discoverySiteId };
  return JSON.stringify(declared, (name, value: unknown) => (ignored.includes(name) ? undefined : value));
}
