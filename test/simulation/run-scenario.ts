import { Bug } from "../../packages/base/invariant.ts";
import type { Deployment } from "../../src/service/use-cases/deployment.ts";
import { retainedNames } from "./declared/slots.ts";
import type { Encounter, Encounters } from "./encounters.ts";
import { judgeBeforeUs } from "./judges/before-us-judge.ts";
import { judgeCalls } from "./judges/call-judge.ts";
import { judgeDoubles, judgeUnasked } from "./judges/double-judge.ts";
import { judgeGone } from "./judges/gone-judge.ts";
import { JournalJudge, type Violation } from "./judges/journal-judge.ts";
import { judgeReads } from "./judges/reads-judge.ts";
import { RecordedJudge } from "./judges/recorded-judge.ts";
import { judgeDoneRun } from "./judges/runs/done-judge.ts";
import { PeopleJudge } from "./judges/runs/people-judge.ts";
import { type Picture, pictureOf } from "./judges/runs/undo-judge.ts";
import { tellsSecret } from "./judges/secret-judge.ts";
import { WorldJudge } from "./judges/world-judge.ts";
import { type Ending, perform } from "./perform.ts";
import { isHappening, type Operation, type Request, type Scenario } from "./scenario.ts";
import { settle } from "./settle.ts";
import { StacksRun } from "./stacks/stacks-run.ts";
import { Trace } from "./trace.ts";
import { emptyDatabase } from "./world/kept-in-postgres.ts";
import { strangersDeed } from "./world/strangers.ts";
import { type Member, stack, World } from "./world/world.ts";

/** One operation as it went. */
export interface Deed {
  readonly operation: Operation;
  readonly member: Member;
  readonly begunMs: number;
  readonly writesBefore: number;
  readonly callsBefore: number;
  /** How many faults had struck when its plan began to look, and when that was. */
  readonly struckBefore: number;
  readonly sinceMs: number;
  /** The process that looked for its plan. */
  readonly lookedBy: number;
  /** Nothing else went on since all was quiet. */
  readonly isFirst: boolean;
  /** Calls were open that nobody knew the end of. */
  readonly isSequel: boolean;
  cancelledMs: number | null;
  /** When the part of it that can be cancelled began. */
  runMs: number | null;
  end: {
    readonly ms: number;
    readonly writes: number;
    readonly calls: number;
    readonly struck: number;
    readonly ending: Ending | "died" | { readonly thrown: unknown };
  } | null;
  /** Something else went on at the same time. */
  isShared: boolean;
  /** What was there when it began; undefined where no undo will ask. */
  readonly picture: Picture | undefined;
  /** The run that it undoes. */
  undone: string | null;
  /** The run that it resumes. */
  resumed: string | null;
}

export interface RunReport {
  readonly violations: readonly Violation[];
  /** Of all that happened, byte for byte. */
  readonly digest: string;
  readonly lines: readonly string[];
  readonly met: Encounters;
}

/**
 * Plays a scenario to its end, judging whenever the world is quiet. Nothing but the scenario decides what happens.
 * `around`: what takes the place of each process's deployment.
 */
export async function runScenario(
  scenario: Scenario,
  keepsTrace = false,
  around: (deployment: Deployment) => Deployment = (same) => same,
): Promise<RunReport> {
  const trace = new Trace(keepsTrace);
  const { stackTraceLimit } = Error;
  // Stacks of expected errors cost more than their runs; who looks into a run gets them.
  if (!keepsTrace) Error.stackTraceLimit = 0;
  const violations: Violation[] = [];
  const Run = (scenario.stacks ?? []).length > 1 ? StacksRun : ScenarioRun;
  if (scenario.store === "postgres") await emptyDatabase();
  const world = new World(scenario, trace, around);
  try {
    violations.push(...(await new Run(scenario, world).play()));
    // Replies of the platforms that are not as their vendors' interfaces have it.
    violations.push(...world.witness.found.map((detail): Violation => ({ rule: "shape", detail })));
  } catch (cause) {
    violations.push(thrownViolation(cause));
  }
  await world.kept.close();
  Error.stackTraceLimit = stackTraceLimit;
  for (const { rule, detail } of violations) trace.note(`! ${rule}: ${detail}`);
  return { violations, digest: trace.digest, lines: trace.lines, met: world.met.all };
}

/** Whether requests of this kind are counted. */
function isEncounter(request: Request): request is Request & { readonly kind: Encounter } {
  return ["resume", "cancel-run", "approve", "advance", "import-state", "import-all"].includes(request.kind);
}

/** It was done, and there was something to do: who has nothing to do says nothing. */
function hadEffect({ status, said }: Ending): boolean {
  return status === "done" && said.length > 0;
}

/** A bug has a name of its own: whoever meets it can do nothing about it. */
function thrownViolation(thrown: unknown): Violation {
  if (!(thrown instanceof Error)) return { rule: "thrown", detail: String(thrown) };
  return { rule: thrown instanceof Bug ? "bug" : "thrown", detail: thrown.stack ?? thrown.message };
}

/** Whether a deed has come to a run, and that to its end. */
function hasRun({ runMs, end }: Deed): boolean {
  return runMs !== null && end !== null && end.ending !== "died" && !("thrown" in end.ending);
}

class ScenarioRun {
  readonly #scenario: Scenario;
  readonly #world: World;
  readonly #journal: JournalJudge;
  readonly #objects = new WorldJudge();
  readonly #recorded = new RecordedJudge();
  readonly #deeds: Deed[] = [];
  /** The living process of each actor and what it is at. */
  readonly #actors: { member: Member; busy: Promise<void> }[] = [];
  #underWay: Deed[] = [];
  /** What each proposed plan has seen. */
  readonly #sights: Pick<Deed, "sinceMs" | "lookedBy" | "struckBefore">[] = [];
  readonly #undoes: boolean;
  readonly #people: PeopleJudge;

  constructor(scenario: Scenario, world: World) {
    this.#scenario = scenario;
    this.#world = world;
    const retained = retainedNames(scenario);
    this.#journal = new JournalJudge(stack, (address) => retained.has(address));
    this.#undoes = scenario.operations.some(({ act }) => act.kind === "undo");
    this.#people = new PeopleJudge(scenario, this.#world, this.#journal);
  }

  async play(): Promise<readonly Violation[]> {
    const { time } = this.#world;
    for (const operation of this.#scenario.operations) {
      if (operation.overlapMs === null) {
        await time.pass();
        const { beliedUntilMs } = this.#world.network;
        if (beliedUntilMs >= time.now) await time.pass(beliedUntilMs + 1);
        const violations = await this.#judge();
        if (violations.length > 0) return violations;
      } else await time.pass(time.now + operation.overlapMs);
      this.#begin(operation);
    }
    await time.pass();
    const violations = await this.#judge();
    if (violations.length > 0) return violations;
    return settle({ scenario: this.#scenario, world: this.#world, journal: this.#journal, objects: this.#objects });
  }

  #begin(operation: Operation): void {
    const { act } = operation;
    const world = this.#world;
    if (isHappening(act)) {
      for (const other of this.#underWay) other.isShared = true;
      if (act.kind === "clock-set") world.setClock(act.byMs);
      else world.time.schedule(0, () => strangersDeed(act, this.#scenario, world));
      return;
    }
    const actor = this.#actors[operation.actor] ?? { member: world.start(operation.actor), busy: Promise.resolve() };
    this.#actors[operation.actor] = actor;
    const start = () => {
      if (!actor.member.process.isAlive) actor.member = world.start(operation.actor);
      return this.#perform(operation, act, actor.member);
    };
    world.time.schedule(0, () => {
      actor.busy = actor.busy.then(start);
    });
  }

  async #perform(operation: Operation, request: Request, member: Member): Promise<void> {
    const world = this.#world;
    const { process, deployment } = member;
    const controller = new AbortController();
    const isShared = this.#underWay.length > 0 || world.time.now < world.strangersUntil;
    for (const other of this.#underWay) other.isShared = true;
    const deed: Deed = {
      operation,
      member,
      begunMs: world.time.now,
      writesBefore: world.storage.writes.length,
      callsBefore: world.network.calls.length,
      ...this.#sightOf(request, process.pid),
      isFirst: !isShared && this.#deeds.length === 0,
      isSequel: this.#journal.intents.size > 0,
      cancelledMs: null,
      runMs: null,
      end: null,
      isShared,
      picture: this.#undoes ? pictureOf(world.storage) : undefined,
      undone: null,
      resumed: null,
    };
    this.#deeds.push(deed);
    this.#underWay.push(deed);
    world.note(`${process.pid} begins ${request.kind}`);
    const stop = () => {
      deed.cancelledMs = world.time.now;
      controller.abort(new Error("cancelled"));
    };
    const { crashAt, pause, breaksAt } = operation;
    process.decide({ crashAt, pause, breaksAt, stop });
    if (operation.cancelMs !== null) world.time.schedule(operation.cancelMs, stop, () => deed.end !== null);
    const runs = () => {
      deed.runMs = world.time.now;
    };
    const undoes = (run: string) => {
      deed.undone = run;
    };
    const resumes = (run: string) => {
      deed.resumed = run;
    };
    const cancel = { signal: controller.signal, runs, undoes, resumes };
    const work = perform(request, this.#scenario, deployment, cancel).catch((thrown: unknown) => ({ thrown }));
    const ending = await Promise.race([work, process.death.then((): "died" => "died")]);
    deed.end = {
      ms: world.time.now,
      writes: world.storage.writes.length,
      calls: world.network.calls.length,
      struck: this.#struck,
      ending,
    };
    this.#underWay = this.#underWay.filter((each) => each !== deed);
    const isMade = ending !== "died" && !("thrown" in ending) && ending.status === "done";
    if (request.kind === "propose" && isMade) this.#sights.push(deed);
    if (isEncounter(request) && ending !== "died" && !("thrown" in ending) && hadEffect(ending))
      world.met.meet(request.kind);
    const told =
      ending === "died" || "thrown" in ending ? "died" : `${ending.status} ${ending.problems.map(({ code }) => code)}`;
    world.note(`${process.pid} ends ${request.kind}: ${told}`);
  }

  /** What a plan sees, it sees from when it is made: a proposal is approved by what its plan has seen. */
  #sightOf(request: Request, pid: number): Pick<Deed, "sinceMs" | "lookedBy" | "struckBefore"> {
    const at = request.kind === "advance" ? request.proposal : request.kind === "approve" ? -1 : undefined;
    const { sinceMs, lookedBy, struckBefore } = (at === undefined ? undefined : this.#sights.at(at)) ?? {
      ...{ sinceMs: this.#world.time.now, lookedBy: pid, struckBefore: this.#struck },
    };
    return { sinceMs, lookedBy, struckBefore };
  }

  get #struck(): number {
    return this.#world.network.struck + this.#world.store.struck;
  }

  /** What is wrong now that all is quiet; deeds that were judged are done with. */
  async #judge(): Promise<readonly Violation[]> {
    const { kept, store, storage, network } = this.#world;
    const undoes = this.#deeds.some(({ operation }) => operation.act.kind === "undo");
    const violations: Violation[] = [...(await this.#journal.read(kept, store.deeds, undoes))];
    const deeds = this.#deeds.splice(0);
    for (const deed of deeds) {
      violations.push(...this.#judgeEnding(deed));
      violations.push(...judgeCalls(deed, network.calls));
      violations.push(...(await this.#people.judge(deed, deeds.length === 1)));
    }
    violations.push(...judgeUnasked(network.calls));
    violations.push(...judgeDoubles(network.calls, storage, this.#journal));
    violations.push(...this.#objects.orphans(this.#world, this.#journal, false));
    // What a store that failed could not note is found out by the next run.
    if (deeds.some(hasRun) && store.struck === 0)
      violations.push(...judgeGone({ journal: this.#journal, objects: this.#objects, storage, calls: network.calls }));
    if (deeds.some(hasRun) && store.struck === 0)
      violations.push(...judgeBeforeUs(this.#scenario, this.#journal, storage, network.calls));
    if (deeds.length > 0) {
      const standing = { journal: this.#journal, world: this.#world, operationMs: this.#scenario.operationMs };
      violations.push(...this.#recorded.judge(deeds, standing));
      const [only, ...others] = deeds;
      if (only !== undefined && others.length === 0) violations.push(...judgeDoneRun(only, this.#scenario, standing));
      violations.push(...(await judgeReads(this.#world.bystander)));
    }
    return violations;
  }

  #judgeEnding({ operation, end }: Deed): readonly Violation[] {
    if (end === null) return [{ rule: "hangs", detail: `${operation.act.kind} never ends` }];
    const { ending } = end;
    if (ending === "died") return [];
    if ("thrown" in ending) {
      const { thrown } = ending;
      return [thrownViolation(thrown)];
    }
    if (tellsSecret(ending.said, this.#scenario, this.#world.storage)) {
      return [{ rule: "secret", detail: `${operation.act.kind} tells a secret` }];
    }
    return [];
  }
}
