import { nameOf, stackOf } from "../declared/names.ts";
import { judgeContents } from "../judges/content-judge.ts";
import { JournalJudge, type Violation } from "../judges/journal-judge.ts";
import { shownOf } from "../judges/platform-view.ts";
import { objectOf } from "../judges/runs/run-history.ts";
import { type Ending, never, perform } from "../perform.ts";
import { isHappening, type Operation, type Request, type Scenario, type Want } from "../scenario.ts";
import type { Member, World } from "../world/world.ts";
import { ClaimsJudge, objectsOf, type StackDeed } from "./claims-judge.ts";

/** One of the stacks, with whoever works on it. */
interface Party {
  readonly scenario: Scenario;
  readonly journal: JournalJudge;
  member: Member;
  busy: Promise<void>;
  /** What was brought up last. */
  want: Want;
}

/** More clean attempts than any mess needs. */
const maxAttempts = 20;
const dayMs = 86_400_000;

/** Plays several stacks over one store and the same platforms, and holds them apart. */
export class StacksRun {
  readonly #scenario: Scenario;
  readonly #world: World;
  readonly #parties: readonly Party[];
  readonly #claims: ClaimsJudge;
  readonly #stackOf = new Map<number, string>();
  readonly #thrown: unknown[] = [];
  #deeds: StackDeed[] = [];
  #underWay = 0;

  constructor(scenario: Scenario, world: World) {
    const { stacks = [], blueprints } = scenario;
    this.#scenario = scenario;
    this.#world = world;
    this.#claims = new ClaimsJudge(world);
    this.#parties = stacks.map((stack, actor) => ({
      scenario: { ...scenario, stacks: [stack] },
      journal: new JournalJudge(stack),
      member: this.#start(stack, actor),
      busy: Promise.resolve(),
      want: blueprints.map(() => null),
    }));
  }

  async play(): Promise<readonly Violation[]> {
    const { time } = this.#world;
    for (const operation of this.#scenario.operations) {
      if (operation.overlapMs === null) {
        await time.pass();
        const violations = await this.#judge();
        if (violations.length > 0) return violations;
      } else await time.pass(time.now + operation.overlapMs);
      this.#begin(operation);
    }
    await time.pass();
    const violations = await this.#judge();
    return violations.length > 0 ? violations : this.#settle();
  }

  #start(stack: string, actor: number): Member {
    const member = this.#world.start(actor);
    this.#stackOf.set(member.process.pid, stack);
    return member;
  }

  #begin(operation: Operation): void {
    const party = this.#parties[operation.actor];
    const { act } = operation;
    if (party === undefined || isHappening(act)) throw new Error(`no stack does ${act.kind}`);
    this.#world.time.schedule(0, () => {
      party.busy = party.busy.then(() => this.#perform(party, act, operation));
    });
  }

  /** Has a stack ask for something, and notes what it came to, unless its process dies over it. */
  async #perform(party: Party, request: Request, operation?: Operation): Promise<void> {
    const { time, storage, trace } = this.#world;
    const stack = stackOf(party.scenario);
    if (!party.member.process.isAlive) party.member = this.#start(stack, operation?.actor ?? 0);
    const { process, deployment } = party.member;
    const { crashAt = null, pause = null } = operation ?? {};
    process.decide({ crashAt, pause });
    if (request.kind === "up") party.want = request.want;
    const [begunMs, writesBefore] = [time.now, storage.writes.length];
    const isSettled = party.journal.intents.size === 0 && this.#underWay === 0;
    this.#underWay += 1;
    trace.note(`${time.now} ${stack} begins ${request.kind}`);
    const work = perform(request, party.scenario, deployment, never()).catch((thrown: unknown) => ({ thrown }));
    const ending = await Promise.race([work, process.death.then(() => null)]);
    this.#underWay -= 1;
    const isEnding = ending !== null && !("thrown" in ending);
    if (ending !== null && !isEnding) this.#thrown.push(ending.thrown);
    const told = isEnding ? `${ending.status} ${ending.problems.map(({ code }) => code)}` : "died";
    trace.note(`${time.now} ${stack} ends ${request.kind}: ${told}`);
    if (!isEnding) return;
    const { pid } = process;
    const [endMs, writesAfter] = [time.now, storage.writes.length];
    this.#deeds.push({ stack, pid, request, begunMs, endMs, writesBefore, writesAfter, ending, isSettled });
  }

  /** What is wrong now that all is quiet. */
  async #judge(): Promise<readonly Violation[]> {
    const { kept, store } = this.#world;
    const [thrown] = this.#thrown;
    if (thrown !== undefined) throw thrown;
    if (this.#underWay > 0) return [{ rule: "hangs", detail: "a request never ends" }];
    const violations: Violation[] = [...this.#claims.read(this.#stackOf)];
    for (const { journal, scenario } of this.#parties) {
      const own = store.deeds.filter(({ stack }) => stack === stackOf(scenario));
      violations.push(...(await journal.read(kept, own, true)));
    }
    const mayGo = new Set(this.#parties.flatMap(({ journal }) => [...journal.mayBeGone]));
    for (const { journal, scenario } of this.#parties)
      violations.push(...gone(journal, this.#world, stackOf(scenario), mayGo));
    for (const deed of this.#deeds.splice(0)) {
      const party = this.#parties.find(({ scenario }) => stackOf(scenario) === deed.stack);
      if (party !== undefined) violations.push(...this.#claims.judgeDeed(deed, party.scenario));
    }
    return violations;
  }

  /**
   * After all trouble each stack comes to what it declared last, but for what others have by then; and once one has let
   * go of all, by `destroy` or by forgetting it, the next one gets what it was refused.
   */
  async #settle(): Promise<readonly Violation[]> {
    const { network, store, time } = this.#world;
    network.calm();
    store.calm();
    await time.pass(time.now + 120_000 + this.#scenario.operationMs);
    for (const party of this.#parties) {
      const violations = await this.#bringUp(party);
      if (violations.length > 0) return violations;
    }
    const [first, ...others] = this.#parties;
    if (first === undefined) return [];
    const released = await this.#release(first);
    if (released.length > 0) return released;
    for (const party of others) {
      const violations = await this.#bringUp(party);
      if (violations.length > 0) return violations;
    }
    return [];
  }

  /** Lets go of all that a stack has, in one of two ways by the number of its records. */
  async #release(party: Party): Promise<readonly Violation[]> {
    const { journal } = party;
    if (journal.records.size % 2 === 0) return this.#until(party, () => ({ kind: "destroy" }));
    for (const [slot] of party.scenario.blueprints.entries()) {
      if (![...journal.records.values()].some(({ address }) => address === nameOf(slot, false))) continue;
      const violations = await this.#until(party, () => ({ kind: "forget", slot }));
      if (violations.length > 0) return violations;
    }
    return [];
  }

  /** Brings up what a stack declared last and no other one has: it must be done, and then nothing be left to do. */
  async #bringUp(party: Party): Promise<readonly Violation[]> {
    const { scenario, journal } = party;
    const want = () => {
      const others = this.#claims.othersThan(stackOf(scenario));
      return party.want.map((form, slot) => {
        const alone = party.want.map((each, index) => (index === slot ? each : null));
        return [...objectsOf(scenario, alone)].some((object) => others.has(object)) ? null : form;
      });
    };
    const declared = party.want;
    const violations = await this.#until(party, () => ({ kind: "up", want: want() }));
    const wanted = party.want;
    party.want = declared;
    if (violations.length > 0) return violations;
    const { ending, violations: found } = await this.#ask(party, { kind: "plan", want: wanted });
    if (ending?.status !== "done" || ending.steps > 0)
      return [...found, { rule: "convergence", detail: `${stackOf(scenario)} is not as declared: ${told(ending)}` }];
    return [...found, ...judgeContents(scenario, wanted, journal, this.#world.storage)];
  }

  /** Asks again and again, doing what refusals ask for, until it is done. */
  async #until(party: Party, requestOf: () => Request): Promise<readonly Violation[]> {
    const { time } = this.#world;
    let last: Ending | undefined;
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const { ending, violations } = await this.#ask(party, requestOf());
      last = ending;
      if (violations.length > 0) return violations;
      const isAwaited = [...party.journal.intents.values()].some(({ intent }) => intent.failedWith !== undefined);
      if (ending?.status === "done" && !isAwaited) return [];
      const codes = new Set<string>(ending?.problems.map(({ code }) => code));
      for (const { code, address } of ending?.problems ?? []) {
        const slot = party.scenario.blueprints.findIndex((_, each) => nameOf(each, false) === address);
        const moved = party.want[slot]?.moved === true;
        // What stands there is taken over under a free name; what was imported and never declared is forgotten.
        if (slot < 0 || (code !== "already-exists" && code !== "protected")) continue;
        await this.#ask(party, { kind: "forget", slot });
        if (code === "already-exists") await this.#ask(party, { kind: "import", slot, moved });
      }
      const isOfNames = codes.has("identifier-reserved") || codes.has("soft-deleted");
      await time.pass(time.now + (isOfNames ? 31 * dayMs : 301_000 + this.#scenario.operationMs));
    }
    return [{ rule: "convergence", detail: `${stackOf(party.scenario)} is stuck: ${told(last)}` }];
  }

  async #ask(party: Party, request: Request) {
    this.#world.time.schedule(0, () => {
      party.busy = party.busy.then(() => this.#perform(party, request));
    });
    await this.#world.time.pass();
    const ending = this.#deeds.at(-1)?.ending;
    return { ending, violations: await this.#judge() };
  }
}

/**
 * Nobody but its own stack takes an object away: what is recorded stands, unless a call may have deleted it, or it was
 * imported and a look has shown what was there before, or what another stack has forgotten while it deleted it
 * (`mayGo`).
 */
function gone(
  { records, intents, imported, mayBeGone }: JournalJudge,
  { storage, network }: World,
  stack: string,
  mayGo: ReadonlySet<string>,
): readonly Violation[] {
  const hasLagged = network.calls.some(({ showsFormer }) => showsFormer);
  const open = new Set([...intents.values()].map(({ intent }) => intent.uid));
  return [...records].flatMap(([key, record]): readonly Violation[] => {
    const object = objectOf(record.identity.id);
    const isOwn = open.has(record.uid) || imported.has(key) || mayBeGone.has(object);
    const isSeemingly = record.imported && (hasLagged || mayGo.has(object));
    if (isOwn || isSeemingly || shownOf(record, storage) !== undefined) return [];
    return [{ rule: "gone", detail: `${record.identity.id} of ${stack} is not there` }];
  });
}

function told(ending: Ending | undefined): string {
  return `${ending?.status} ${ending?.problems.map(({ code, address, detail }) => `${code} at ${address}: ${detail}`)}`;
}
