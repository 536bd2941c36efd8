import { isJsonObject, type Json, type JsonObject, jsonEqual } from "../../packages/base/json/json.ts";
import { pointer } from "../../packages/base/json/pointer.ts";
import type { PlanView } from "../../src/contract/documents/plans/plan.ts";
import type { RunEvent, RunSummary } from "../../src/contract/documents/runs/run-events.ts";
import type { StateDocument } from "../../src/contract/documents/state.ts";
import type { Driver } from "../../src/engine/ports/driver.ts";
import { Rejection } from "../../src/service/rejection.ts";
import {
  clientPath,
  run,
  type TestDeployment,
  testDeployment,
} from "../../src/service/use-cases/deployment.fixture.ts";
import { driftStack } from "../../src/service/use-cases/objects/drift-view.ts";
import { planStack, planUndo } from "../../src/service/use-cases/plans/make-plans.ts";
import { resumeRun } from "../../src/service/use-cases/runs/run-events.fixture.ts";
import { cancelRun, listRuns } from "../../src/service/use-cases/runs/runs-of-stack.ts";
import { showOutputs } from "../../src/service/use-cases/stacks/show-outputs.ts";
import { importState } from "../../src/service/use-cases/state/edit-state.ts";
import { exportState } from "../../src/service/use-cases/state/export-state.ts";
import { type Break, type Deed, declarationOf, edited, type Hand, nothingWished, type Wish } from "./undo-histories.ts";

const arm = "subscriptions/s-1";
const contributor = "b24988ac-6180-42a0-ab88-20f7382dd24c";
const assignments = `${arm}/providers/Microsoft.Authorization/roleManagementPolicyAssignments`;
const attachmentPath = (name: string, location = "here") =>
  `v1/projects/acme/locations/${location}/endpointAttachments/${name}`;
const collectorAt = (name: string) =>
  `${arm}/resourceGroups/rg/providers/Microsoft.Migrate/assessmentProjects/assess/servercollectors/${name}` +
  "?api-version=2019-10-01";
const collectorPath = collectorAt("c");
const policyPath = (name: string) => `compute/v1/projects/acme/zones/here-b/reservations/${name}`;
const readPolicy = (name: string) => `${policyPath(name)}/getIamPolicy?optionsRequestedPolicyVersion=3`;
const readPolicies = ["wave-1", "turning-a", "turning-b"].map(readPolicy);
/** Where the share `viewers` stands, the only grant to its member there. */
const sharePlace = readPolicy("wave-1");
const sharer = "group:ops@acme.example";
const owner = "8e3af657-a8ff-443c-a75c-2fe8c4bcb635";
const reader = "acdd72a7-3385-48ef-bd42-f606fba81ae7";
const settingPath = "api/2.0/settings/types/restrict_workspace_admins/names/default";

/** Everything that histories can make, by where it is read. */
const places: readonly string[] = [
  clientPath,
  ...["here", "there"].map((location) => attachmentPath("gateway", location)),
  ...["other", "found"].map((name) => attachmentPath(name)),
  collectorPath,
  ...readPolicies,
  settingPath,
  ...["turning-a", "turning-b"].flatMap((name) => [attachmentPath(name), collectorAt(name)]),
  ...[owner, reader].flatMap((role) =>
    ["c", "d"].map(
      (digit) => `${assignments}/${digit.repeat(8)}-bbbb-4ccc-8ddd-eeeeeeeeeeee_${role}?api-version=2024-09-01-preview`,
    ),
  ),
  ...["a", "b"].map(
    (digit) =>
      `${assignments}/${digit.repeat(8)}-bbbb-4ccc-8ddd-eeeeeeeeeeee_${contributor}?api-version=2024-09-01-preview`,
  ),
];

/** What no write decides: tags, moments, and names that the platform gives. */
const ofTheMoment =
  /etag$|time$|timestamp|heartbeat|^uid$|^clientId$|^lastModified|^version$|^endpointIp$|^effectiveRules$|^id$/i;

/** Content of the platform: each leaf by place and path, each grant a leaf of its own. */
export type Content = ReadonlyMap<string, string>;

/** The process of a run died. */
class Killed extends Error {}

/** What befalls a run once so many more writes were made. */
interface Upset extends Pick<Break, "how"> {
  writesLeft: number;
  readonly stop: AbortController;
}

/** What a run came to. */
type RunOutcome = Pick<RunSummary, "run" | "status" | "problems">;

/** A stack, and its platform as it is read from outside. */
export class UndoWorld {
  readonly #deployment: TestDeployment;
  #keepsAll = false;
  #upset: Upset | null = null;
  #wish: Wish = nothingWished;

  constructor() {
    const around = (driver: Driver): Driver => ({
      ...driver,
      write: async (change, signal) => {
        if (this.#keepsAll && change.operation === "delete") return { kind: "invalid", detail: "not now", code: null };
        const upset = this.#upset;
        if (upset === null || upset.writesLeft-- !== 0) return driver.write(change, signal);
        if (upset.how === "stopped") upset.stop.abort();
        if (upset.how === "dies before") throw new Killed();
        const outcome = await driver.write(change, signal);
        if (upset.how === "dies after") throw new Killed();
        return outcome;
      },
    });
    this.#deployment = testDeployment({ around });
  }

  get wish(): Wish {
    return this.#wish;
  }

  async content(): Promise<Content> {
    const leaves: [string, string][] = [];
    for (const place of places) {
      const body = await this.#read(place);
      if (body === null || body["state"] === "DELETED") continue;
      if (readPolicies.includes(place)) {
        for (const [grant, value] of grantsIn(body, place === sharePlace)) leaves.push([`${place} ${grant}`, value]);
      } else leaves.push([`${place} exists`, "yes"], ...leavesOf(body, place, ""));
    }
    return new Map(leaves);
  }

  async #read(place: string): Promise<JsonObject | null> {
    try {
      return await this.#deployment.wire("GET", place);
    } catch {
      return null;
    }
  }

  /** The writes on the platform so far: each object's whole name. */
  async written(): Promise<readonly string[]> {
    const log = await this.#deployment.wire("GET", "_local/log");
    return (log["writes"] as unknown as readonly { readonly object: string }[]).map(({ object }) => object);
  }

  /** What a plan of a wish would do: action and fields. */
  async planned(wish: Wish): Promise<readonly string[]> {
    return stepsOf(await this.#plan(wish));
  }

  /**
   * The fields that others have changed, by what is recorded. What is gone may be recorded no more, once an undo has
   * let it go again.
   */
  async drifted(): Promise<readonly string[]> {
    this.#deployment.advance(600_000);
    const { drift } = await driftStack("dev", this.#deployment);
    return drift
      .filter((each) => each.class === "out-of-band" || each.class === "lagging read")
      .map(({ name, path, ...each }) => `${name} ${each.class} ${path}`)
      .sort();
  }

  async #plan(wish: Wish): Promise<PlanView> {
    const stands = (await this.#read(attachmentPath("found"))) !== null;
    const declaration = declarationOf(wish, stands);
    return planStack({ stack: "dev", kind: "apply", declaration, refresh: true }, this.#deployment);
  }

  /** Declares and runs; null where the plan is refused, which leaves all as it is. */
  async up({ edits, keepsAll, fails, breaks }: Deed): Promise<RunOutcome | null> {
    const wish = edited(this.#wish, edits);
    this.#deployment.advance(600_000);
    const plan = await this.#plan(wish);
    if (plan.problems.some(({ severity }) => severity === "error")) return null;
    this.#wish = wish;
    this.#keepsAll = keepsAll;
    if (fails !== null) await this.#deployment.wire("POST", "_local/faults", failing(fails));
    const summary = await this.#carryOut(plan.digest, breaks);
    if (fails !== null) await this.#deployment.wire("DELETE", "_local/faults");
    this.#keepsAll = false;
    this.#deployment.advance(600_000);
    return summary;
  }

  /** Carries a plan out; a run that breaks off is resumed or cancelled. */
  async #carryOut(digest: string, breaks: Break | null): Promise<RunOutcome> {
    const stop = new AbortController();
    this.#upset = breaks === null ? null : { writesLeft: breaks.after, how: breaks.how, stop };
    try {
      return await run(this.#deployment, digest, stop.signal);
    } catch (cause) {
      if (!(cause instanceof Killed)) throw cause;
    } finally {
      this.#upset = null;
    }
    this.#deployment.advance(600_000);
    const broken = (await listRuns("dev", this.#deployment))[0]?.run ?? "";
    if (breaks?.afterwards === "cancelled") {
      await cancelRun("dev", broken, this.#deployment);
      return { run: broken, status: "cancelled", problems: [] };
    }
    const events: RunEvent[] = [];
    const request = { stack: "dev", run: broken, parallel: 4 };
    for await (const event of resumeRun(request, this.#deployment, AbortSignal.any([]))) events.push(event);
    const last = events.at(-1);
    if (last?.event !== "summary") throw new Error(`no summary, but ${JSON.stringify(last)}`);
    return last;
  }

  exported(): Promise<StateDocument> {
    return exportState("dev", this.#deployment);
  }

  /** Whether the document was taken: it is refused while a call of a run that was cancelled is open. */
  async imports(document: StateDocument): Promise<boolean> {
    try {
      await importState("dev", document as unknown as Json, true, this.#deployment);
      return true;
    } catch (cause) {
      if (cause instanceof Rejection && cause.problems.some(({ code }) => code === "run-open")) return false;
      throw cause;
    }
  }

  undoPlan(of: string): Promise<PlanView> {
    return planUndo("dev", of, this.#deployment);
  }

  outputs(): Promise<JsonObject> {
    return showOutputs("dev", this.#deployment);
  }

  async recordedIds(): Promise<ReadonlySet<Json | undefined>> {
    const { records } = await this.exported();
    return new Set(records.map((record) => (record["outputs"] as JsonObject)["id"]));
  }

  /**
   * Of the recorded ids those whose objects stand: another hand may have deleted one, and no output tells of that any
   * more.
   */
  async standingIds(): Promise<ReadonlySet<Json | undefined>> {
    const content = await this.content();
    const isGone = (id: Json | undefined) => places.includes(`v1/${id}`) && !content.has(`v1/${id} exists`);
    return new Set([...(await this.recordedIds())].filter((id) => !isGone(id)));
  }

  /**
   * Outputs that are not as the plan of an undo has promised them, by what they were then, or that tell of no recorded
   * object.
   */
  async outputsAmiss(before: JsonObject, { outputs: changes }: PlanView): Promise<readonly string[]> {
    const [now, ids] = [await this.outputs(), await this.recordedIds()];
    const change = (name: string) => changes.find((each) => each.name === name);
    return [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap((name) => {
      const [is, changed] = [now[name], change(name)];
      const promised = changed === undefined ? before[name] : changed.new;
      const isKept = jsonEqual(is, promised) || JSON.stringify(promised)?.includes("(known ") === true;
      const stands = !name.startsWith("id_of_") || is === undefined || ids.has(is);
      return [
        ...(isKept ? [] : [`${name} was to be ${JSON.stringify(promised)} and is ${JSON.stringify(is)}`]),
        ...(stands ? [] : [`${name} is ${JSON.stringify(is)}, which is not recorded`]),
      ];
    });
  }

  /** Carries the plan of an undo out; one whose process dies is resumed. */
  run(digest: string, breaks: Break | null = null): Promise<RunOutcome> {
    return this.#carryOut(digest, breaks);
  }

  /** What others do; nothing where there is nothing to do it to. */
  async hand(hand: Hand | null): Promise<void> {
    if (hand === null) return;
    this.#deployment.advance(600_000);
    try {
      await this.#byHand(hand);
    } catch {
      // It is not there.
    }
    this.#deployment.advance(600_000);
  }

  async #byHand(hand: Hand): Promise<unknown> {
    const { wire } = this.#deployment;
    switch (hand) {
      case "describe gateway":
        return wire("PATCH", `${attachmentPath("gateway")}?updateMask=description`, { description: "by hand" });
      case "label gateway":
        return wire("PATCH", `${attachmentPath("gateway")}?updateMask=labels`, { labels: { team: "hand", own: "h" } });
      case "delete gateway":
        return wire("DELETE", attachmentPath("gateway"));
      case "describe portal":
        return wire("PATCH", `${clientPath}?updateMask=description`, { description: "by hand" });
      case "rename portal":
        return wire("PATCH", `${clientPath}?updateMask=displayName`, { displayName: "By hand" });
      case "collect": {
        if ((await this.#read(collectorPath)) === null) return null;
        return wire("PUT", collectorPath, { properties: { agentProperties: { spnDetails: { audience: "by hand" } } } });
      }
      case "widen": {
        const { etag = "" } = await wire("GET", settingPath);
        const setting = { etag, setting_name: "default", restrict_workspace_admins: { status: "ALLOW_ALL" } };
        return wire("PATCH", settingPath, {
          allow_missing: true,
          field_mask: "restrict_workspace_admins.status",
          setting,
        });
      }
      case "grant":
        return this.#grant({ role: "roles/viewer", members: ["user:one@acme.example"] });
      case "grant more":
        return this.#grant({ role: "roles/compute.admin", members: ["user:two@acme.example"] });
      case "grant a":
      case "grant b":
        return this.#grant({ role: "roles/viewer", members: ["user:one@acme.example"] }, `turning-${hand.at(-1)}`);
      // What a history may declare stands there already.
      case "bind a":
      case "bind b": {
        const bound = { role: "roles/compute.viewer", members: ["group:ops@acme.example"] };
        return this.#grant(bound, `turning-${hand.at(-1)}`);
      }
      case "make found":
        return wire("POST", `v1/projects/acme/locations/here/endpointAttachments?endpointAttachmentId=found`, {
          serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
          description: "found",
        });
    }
  }

  async #grant(added: JsonObject, name = "wave-1"): Promise<unknown> {
    const policy = await this.#deployment.wire("GET", readPolicy(name));
    const bindings = [...((policy["bindings"] ?? []) as readonly Json[]), added];
    return this.#deployment.wire("POST", `${policyPath(name)}/setIamPolicy`, { policy: { ...policy, bindings } });
  }
}

function failing(fails: NonNullable<Deed["fails"]>): JsonObject {
  return {
    match: { vendor: "google", method: "POST", path: "**/endpointAttachments", times: 1 },
    fault: { kind: "failed-operation", code: 13, effect: fails === "half made" ? "holds" : "lost" },
  };
}

export function errorsOf({ problems }: PlanView): readonly string[] {
  return problems.flatMap(({ severity, code, detail }) => (severity === "error" ? [`${code}: ${detail}`] : []));
}

function stepsOf({ steps }: PlanView): readonly string[] {
  return steps
    .filter(({ action }) => action !== "same")
    .map(({ name, action, fields }) => `${name} ${action} ${fields.map(({ path }) => path).sort()}`)
    .sort();
}

function leavesOf(value: Json, place: string, path: string): [string, string][] {
  if (!isJsonObject(value)) return [[`${place} ${path}`, JSON.stringify(value)]];
  return Object.entries(value).flatMap(([name, member]: [string, Json]) =>
    ofTheMoment.test(name) ? [] : leavesOf(member, place, pointer(path, name)),
  );
}

/**
 * Each grant of a policy as a leaf; of a share that stands alone, each of its fields: an undo puts back one of them at
 * a time.
 */
function grantsIn({ bindings = [] }: JsonObject, hasShare: boolean): readonly [string, string][] {
  const list = (bindings ?? []) as unknown as readonly JsonObject[];
  return list.flatMap(({ role = "", members = [], condition = null }) =>
    (members as readonly string[]).flatMap((member): [string, string][] =>
      hasShare && member === sharer
        ? [
            [`${member} role`, String(role)],
            [`${member} condition`, JSON.stringify(condition)],
          ]
        : [[`${String(role)} ${member} ${JSON.stringify(condition)}`, "yes"]],
    ),
  );
}
