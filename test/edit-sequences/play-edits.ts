import type { Json } from "../../packages/base/json/json.ts";
import type { ProblemCode } from "../../packages/base/problems/problem-codes.ts";
import { Rejection } from "../../src/service/rejection.ts";
import type { Deployment } from "../../src/service/use-cases/deployment.ts";
import { importObjects } from "../../src/service/use-cases/objects/import-objects.ts";
import { planStack } from "../../src/service/use-cases/plans/make-plans.ts";
import { runPlan } from "../../src/service/use-cases/runs/run-events.fixture.ts";
import { forgetResource, importState, renameResource } from "../../src/service/use-cases/state/edit-state.ts";
import { exportState } from "../../src/service/use-cases/state/export-state.ts";
import { refreshStack } from "../../src/service/use-cases/state/refresh-stack.ts";
import { Random } from "../simulation/random.ts";
import { EditWorld, type Ending, type Fate } from "./edit-world.ts";
import { judge } from "./judge-edits.ts";
import { type Declaration, edited, importIdOf, names, type StackName, stacks, textOf, tokens } from "./random-stack.ts";

/** One sequence: what broke, and what was done. */
export interface Played {
  readonly seed: number;
  readonly violations: readonly string[];
  /** How often each kind of action was played, with its outcome. */
  readonly actions: ReadonlyMap<string, number>;
  readonly lines: readonly string[];
}

/**
 * Plays one random sequence of edits, commands and kills over two stacks that share a store, and judges what it leaves.
 */
export async function playEdits(seed: number, directory: string, keepsTrace = false): Promise<Played> {
  const random = new Random(seed, "edits");
  const world = new EditWorld(seed, keepsTrace);
  const play = new EditPlay(world, random);
  const { stackTraceLimit } = Error;
  if (!keepsTrace) Error.stackTraceLimit = 0;
  const violations: string[] = [];
  try {
    const length = random.between(5, 12);
    for (let step = 0; step < length; step += 1) violations.push(...(await play.act()));
    violations.push(...(await judge(world, play.declarations, directory)));
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
  return { seed, violations, actions: play.actions, lines: world.trace.lines };
}

class EditPlay {
  readonly declarations = new Map<StackName, Declaration>(stacks.map((stack) => [stack, new Map()]));
  readonly actions = new Map<string, number>();
  readonly #world: EditWorld;
  readonly #random: Random;
  /** Exported documents, of either stack. */
  readonly #documents: Json[] = [];

  constructor(world: EditWorld, random: Random) {
    this.#world = world;
    this.#random = random;
  }

  /** One action; what it breaks, if anything. */
  async act(): Promise<readonly string[]> {
    const random = this.#random;
    // Most of it happens in one stack, so that a sequence gets somewhere.
    const stack = random.chance(0.8) ? "dev" : "prod";
    const kind = random.pick(kinds);
    if (kind === "edit") {
      this.#edit(stack);
      this.#count("edit", "done");
      return [];
    }
    if (kind === "arrive") {
      await this.#world.arrive();
      this.#count("arrive", "done");
      return [];
    }
    const ending = await this.#command(kind, stack);
    const { label, violation } = told(ending);
    this.#count(kind, label);
    this.#world.world.note(`== ${stack} ${kind}: ${label}`);
    return violation === undefined ? [] : [`${kind} of ${stack}: ${violation}`];
  }

  #edit(stack: StackName): void {
    const after = edited(this.declarations.get(stack) ?? new Map(), this.#random);
    this.declarations.set(stack, after);
    this.#world.world.note(`== ${stack} is declared ${JSON.stringify([...after])}`);
  }

  async #command(kind: Exclude<(typeof kinds)[number], "edit" | "arrive">, stack: StackName): Promise<Ending<unknown>> {
    const random = this.#random;
    const fate = random.chance(0.6) ? fateOf(random) : undefined;
    switch (kind) {
      case "up": {
        this.#edit(stack);
        const declaration = textOf(this.declarations.get(stack) ?? new Map());
        return this.#world.command((deployment, signal) => up(stack, declaration, deployment, signal), fate);
      }
      case "destroy":
        return this.#world.command((deployment, signal) => up(stack, null, deployment, signal), fate);
      case "refresh":
        return this.#world.command((deployment) => refreshStack(stack, deployment));
      case "mv": {
        const [from, to] = [await this.#recorded(stack), random.pick(names)];
        return this.#world.command((deployment) => renameResource(stack, from, to, deployment));
      }
      case "rm": {
        const name = await this.#recorded(stack);
        return this.#world.command((deployment) => forgetResource(stack, name, deployment));
      }
      case "import": {
        const declared = this.declarations.get(random.pick(stacks))?.get(random.pick(names));
        const name = random.pick(names);
        if (declared === undefined) return { kind: "done", value: null };
        const entries = [{ type: tokens[declared.type], name, id: importIdOf(declared), provider: null }];
        const request = { stack, entries, declaration: textOf(this.declarations.get(stack) ?? new Map()) };
        return this.#world.command((deployment) => importObjects(request, deployment));
      }
      case "export":
        return this.#world.command(async (deployment) => {
          this.#documents.push(JSON.parse(JSON.stringify(await exportState(stack, deployment))) as Json);
        });
      case "state-import": {
        const document = this.#documents[random.below(Math.max(1, this.#documents.length))];
        if (document === undefined) return { kind: "done", value: null };
        return this.#world.command((deployment) => importState(stack, document, true, deployment));
      }
    }
  }

  /** A name that the stack has recorded, if any. */
  async #recorded(stack: StackName): Promise<string> {
    const { records, superseded } = await this.#world.world.memory.readStack(stack);
    const known = [
      ...records.keys(),
      ...superseded.map(({ address, uid, generation }) => `${address}~${uid}~${generation}`),
    ];
    return known[this.#random.below(Math.max(1, known.length))] ?? "a";
  }

  #count(kind: string, label: string): void {
    const key = `${kind} ${label}`;
    this.actions.set(key, (this.actions.get(key) ?? 0) + 1);
  }
}

const kinds = [
  ...(["up", "up", "up", "up", "up", "up", "up", "edit", "arrive", "mv", "mv", "rm", "import"] as const),
  ...(["export", "state-import"] as const),
  ...(["destroy", "refresh"] as const),
] as const;

function fateOf(random: Random): Fate {
  const kind = random.pick(["cancelled", "killed-before", "killed-on-the-way", "killed-on-the-way", "killed-after"]);
  return { at: random.between(1, 2), kind };
}

/** Plans and carries the plan out; what it ended as, and with which problems. */
export async function up(
  stack: string,
  declaration: ReturnType<typeof textOf> | null,
  deployment: Deployment,
  signal: AbortSignal,
): Promise<{ readonly status: string; readonly codes: readonly ProblemCode[] }> {
  const kind = declaration === null ? "destroy" : "apply";
  const { digest } = await planStack({ stack, kind, declaration, refresh: true }, deployment);
  for await (const event of runPlan({ stack, plan: digest, parallel: 4, allowEmpty: true }, deployment, signal))
    if (event.event === "summary") return { status: event.status, codes: event.problems.map(({ code }) => code) };
  throw new Error("a run ended without a summary");
}

/**
 * How a command ended, in a word; a violation unless it did what it should, was refused with its reasons, or was
 * killed.
 */
export function told(ending: Ending<unknown>): { readonly label: string; readonly violation?: string } {
  switch (ending.kind) {
    case "done": {
      const { value } = ending;
      return {
        label: value !== null && typeof value === "object" && "status" in value ? String(value.status) : "done",
      };
    }
    case "died":
      return { label: "killed" };
    case "hangs":
      return { label: "hangs", violation: "it has no end" };
    case "thrown": {
      const { cause } = ending;
      if (cause instanceof Rejection) return { label: "refused" };
      const text = cause instanceof Error ? (cause.stack ?? `${cause.name}: ${cause.message}`) : String(cause);
      return { label: "bug", violation: text };
    }
  }
}
