import type { JsonObject } from "../../../packages/base/json/json.ts";
import { reservationOf } from "../declared/names.ts";
import { type Slot, slotsOf, wantsIn } from "../declared/slots.ts";
import type { Scenario } from "../scenario.ts";
import type { CloudMemory, JudgedWrite } from "../world/cloud-memory.ts";
import type { JournalJudge, Violation } from "./journal-judge.ts";
import { objectOf } from "./runs/run-history.ts";
import { bindingsOf, isOverdue, type SentCall } from "./world-judge.ts";

/** What the judge asks of a journal. */
export type JudgedJournal = Pick<
  JournalJudge,
  "intents" | "records" | "recordedAt" | "creationsAt" | "refusedCreations"
>;

type FirstWriteOf = (object: string) => JudgedWrite | undefined;

const settingObject = "settings/restrict_workspace_admins";

/** Requests by which somebody lets go of what we have changed, or takes over what we have. */
const lettingGo = ["forget", "import", "import-all", "import-state", "undo"];

/**
 * What we have changed is as it was before us once nothing of ours stands there: a setting, and what others had beside
 * a share that is declared to bring it back. Asked only where nobody else has written it since, where no declaration
 * keeps it, and nobody has let go of it. A creation that was refused, by all that its run has heard, counts as somebody
 * else's write: nothing tells that one of two deliveries did it. What another hand has set as a call of ours was to set
 * it, while that was under way, can't be told from what the call did. A call that arrives when none can any more counts
 * as another hand's too. `calls`: all that were sent.
 */
export function judgeBeforeUs(
  scenario: Scenario,
  journal: JudgedJournal,
  storage: CloudMemory,
  calls: readonly SentCall[],
): readonly Violation[] {
  if (scenario.operations.some(({ act }) => lettingGo.includes(act.kind))) return [];
  const declared = wantsIn(scenario)
    .flatMap((want) => slotsOf(scenario.blueprints, want))
    .filter((each): each is Slot => each !== null);
  const open = [...journal.intents.values()].map(({ intent }) => intent.identity.id);
  const recorded = [...journal.records.values()].map(({ identity }) => identity.id);
  const ours = new Set([...open, ...recorded].map(objectOf));
  const isOthers = (write: JudgedWrite) =>
    write.sender.pid === null ||
    (storage.heardRefused.has(write.sender.call) && journal.refusedCreations.isOf(write)) ||
    isOverdue(write, calls);
  const firstWriteOf = (object: string) => firstWrite(object, storage, isOthers);
  // A setting that stood as it was to be is ours without a write, and what others have set since is drift.
  const beganAs = (object: string) => {
    const first = firstWriteOf(object);
    const recorded = journal.recordedAt.get(object);
    return first === undefined ? undefined : Math.min(first.atMs, recorded ?? first.atMs);
  };
  return [
    ...judgeSetting(declared, ours, storage, { beganAs, creationsAt: journal.creationsAt }),
    ...judgeShares(declared, ours, scenario, storage, firstWriteOf),
  ];
}

/** When our care for objects began, by their names in the platforms' log. */
interface Began {
  readonly beganAs: (object: string) => number | undefined;
  readonly creationsAt: JudgedJournal["creationsAt"];
}

function judgeSetting(
  declared: readonly Slot[],
  ours: ReadonlySet<string>,
  storage: CloudMemory,
  { beganAs, creationsAt }: Began,
): readonly Violation[] {
  const settings = declared.filter(({ blueprint }) => blueprint.kind === "setting");
  // A name that something else has by now keeps what had it before as well.
  const names = new Set(settings.map(({ name }) => name));
  const isKept = declared.some(
    ({ name, blueprint }) => names.has(name) && (blueprint.retain || blueprint.onDestroy === "retain"),
  );
  const began = beganAs(settingObject);
  if (began === undefined || ours.has(settingObject) || isKept) return [];
  const key = "restrict_workspace_admins";
  const statusBefore = (ms: number) => statusIn(storage.asOf("databricks setting", key, storage.momentAt(ms - 1)));
  const before = statusBefore(began);
  const now = statusIn(storage.contents("databricks", "setting").get(key));
  // What stood there when a creation of ours was planned or announced was before that, be it that another hand has set
  // it since.
  if ([began, ...(creationsAt.get(settingObject) ?? [])].some((ms) => now === statusBefore(ms))) return [];
  return [{ rule: "before us", detail: `the setting is left as ${now}, and was ${before} before us` }];
}

/** A setting that nobody wrote is there all the same. */
function statusIn(document: JsonObject | undefined): string {
  const { status = "ALLOW_ALL" } = (document?.["message"] ?? {}) as JsonObject;
  return String(status);
}

function judgeShares(
  declared: readonly Slot[],
  ours: ReadonlySet<string>,
  { blueprints }: Scenario,
  storage: CloudMemory,
  firstWriteOf: FirstWriteOf,
): readonly Violation[] {
  return blueprints.flatMap((_, slot): readonly Violation[] => {
    const shares = declared.filter((each) => each.slot === slot && each.blueprint.kind === "member");
    const isBroughtBack = shares.every(({ blueprint }) => blueprint.onDestroy === "restore" && !blueprint.retain);
    if (shares.length === 0 || !isBroughtBack) return [];
    return [false, true].flatMap((moved) => {
      const reservation = reservationOf(slot, moved);
      const object = `${reservation}/iamPolicy`;
      const first = firstWriteOf(object);
      if (first === undefined || ours.has(object.toLowerCase())) return [];
      const before = storage.asOf("google policy", reservation, storage.momentAt(first.atMs - 1));
      const now = new Set(strangersIn(storage.contents("google", "policy").get(reservation)));
      return strangersIn(before)
        .filter((binding) => !now.has(binding))
        .map((binding) => ({
          rule: "before us",
          detail: `${reservation} has lost ${binding}, which stood there before us`,
        }));
    });
  });
}

/** Our first write of an object; undefined where there is none, or somebody else has written it since. */
function firstWrite(
  object: string,
  { writes }: CloudMemory,
  isOthers: (write: JudgedWrite) => boolean,
): JudgedWrite | undefined {
  const all = writes.filter((write) => write.object === object);
  const first = all.findIndex((write) => !isOthers(write));
  return first === -1 || all.slice(first).some(isOthers) ? undefined : all[first];
}

function strangersIn(policy: JsonObject | undefined): readonly string[] {
  return bindingsOf(policy ?? { bindings: [] }).flatMap(({ role, members }) =>
    members.filter((member) => member.includes("stranger")).map((member) => `${role} to ${member}`),
  );
}
