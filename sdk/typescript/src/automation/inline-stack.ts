import type { Plan, PlanRequest, PlumblineClient, RunEvent, RunSummary } from "../generated/client.ts";
import type { JsonObject } from "../json.ts";
import { insideProgram, Program } from "../program/program.ts";
import { type Synthesized, synthesize } from "../program/render.ts";
import { ProgramError } from "../program-error.ts";
import { ServiceProblem } from "../transport.ts";
import { serviceAnswers } from "./service-answers.ts";
import { asStackProblem, StackProblem } from "./stack-problem.ts";

/** A program as a function: it constructs resources, and gives the outputs. */
export type Declare = () => object | undefined | Promise<object | undefined>;

export interface InlineOptions {
  /** The service that keeps the stack. */
  readonly client: PlumblineClient;
  /** Where the program names none itself; `program` when left out. */
  readonly project?: string | undefined;
  /** `dev` when left out. */
  readonly stack?: string | undefined;
  /** Config values, as texts. The environment gives none. */
  readonly config?: Readonly<Record<string, string>> | undefined;
}

export interface UpOptions {
  /** A plan of this stack that was looked at: exactly that is carried out first. */
  readonly plan?: Plan | undefined;
  /** Hears what happens, as it happens. */
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
  /** Lets later rounds replace and delete too. */
  readonly allowReplacing?: boolean | undefined;
}

/** So many streams of a run's events in a row may end without one. */
const mostIdle = 8;

/** A stack whose program is a function of this process. Each call runs the function again (decision 0111). */
export class InlineStack {
  readonly client: PlumblineClient;
  readonly stack: string;
  readonly #declare: Declare;
  readonly #config: Readonly<Record<string, string>>;
  #project: string;

  constructor(declare: Declare, { client, project = "program", stack = "dev", config = {} }: InlineOptions) {
    this.client = client;
    this.stack = stack;
    this.#declare = declare;
    this.#config = config;
    this.#project = project;
  }

  /** Its project: what the program names once it has run, else what was given. */
  get project(): string {
    return this.#project;
  }

  /** What `up` would do first. Changes nothing. Throws StackProblem for a declaration that is refused. */
  async plan(): Promise<Plan> {
    return (await this.#planned()).plan;
  }

  /**
   * Brings the stack to what the program declares, in rounds where it computes with values that come only then. Gives
   * the summary of each run. Throws StackProblem where something is refused or fails; what was done by then stays, and
   * the next `up` goes on from there, after a crash too.
   */
  async up({ plan: approved, onEvent, allowReplacing = false }: UpOptions = {}): Promise<readonly RunSummary[]> {
    const summaries: RunSummary[] = [];
    let after: string | undefined;
    let pending: string | undefined;
    for (;;) {
      const { plan, unknown } = await this.#planned(after);
      if (unknown !== undefined && unknown === pending)
        throw new ProgramError(`the program still can't tell all of its declaration: ${unknown}`);
      pending = unknown;
      if (after !== undefined && !allowReplacing) refuseBeyond(plan);
      const chosen = after === undefined && approved !== undefined ? approved : plan;
      after = chosen.digest;
      summaries.push(await this.#carryOut(chosen, onEvent));
      if (unknown === undefined) return summaries;
    }
  }

  /** Removes all that the stack manages. Gives the summary of the run. Throws StackProblem. */
  async destroy({ onEvent }: Pick<UpOptions, "onEvent"> = {}): Promise<RunSummary> {
    return await this.#carryOut(await this.#ask({ kind: "destroy" }), onEvent);
  }

  /**
   * The events of a run of this stack, from its first on, until it ends; of whichever process. A stream that ends or
   * breaks off before its run, as where the service is started anew, is taken up after its last event. Throws why the
   * last of several in a row broke off.
   */
  async *follow(run: string): AsyncIterable<RunEvent> {
    let last = 0;
    let isOver = false;
    for (let idle = 0; !isOver && idle < mostIdle; idle += 1) {
      const after = last === 0 ? {} : { after: last };
      try {
        for await (const event of this.client.followRun(this.project, this.stack, run, after)) {
          last += 1;
          idle = 0;
          isOver = event.event === "summary";
          yield event;
        }
      } catch (error) {
        if (!mayPass(error) || idle + 1 >= mostIdle) throw error;
      }
    }
  }

  /** The outputs of the last run; secret ones sealed unless `reveal`. */
  async outputs(options: { readonly reveal?: boolean } = {}): Promise<Readonly<Record<string, unknown>>> {
    return (await this.client.getStackOutputs(this.project, this.stack, options)).outputs;
  }

  /** What is recorded of its resources: their outputs by logical name, secret values sealed. */
  async resources(): Promise<Readonly<Record<string, Readonly<Record<string, unknown>>>>> {
    return await this.#recorded();
  }

  /**
   * Runs the program, again without what the plan puts in doubt, until it holds. `after` is the plan of the round
   * before.
   */
  async #planned(after?: string): Promise<{ readonly plan: Plan; readonly unknown: string | undefined }> {
    const doubted = new Set<string>();
    for (;;) {
      const { declaration, config, used } = await this.#declared(doubted);
      const given = { ...this.#config, ...config };
      const text = JSON.stringify(declaration);
      const plan = await this.#ask({
        kind: "apply",
        newStack: true,
        forRun: true,
        declaration: { file: "program", text, config: given },
        round: { used, ...(after === undefined ? {} : { after }) },
      });
      const { unknown } = declaration;
      const { doubted: shaken = used } = plan.round ?? {};
      if (shaken.length === 0) return { plan, unknown: unknown === undefined ? undefined : JSON.stringify(unknown) };
      for (const name of shaken) doubted.add(name);
    }
  }

  async #declared(doubted: ReadonlySet<string>): Promise<Synthesized> {
    for (;;) {
      const recorded = Object.entries(await this.#recorded()).filter(([name]) => !doubted.has(name));
      const { client, stack } = this;
      const project = this.#project;
      const surroundings = { stack, project, config: this.#config };
      const program = new Program(surroundings, serviceAnswers({ client, project }), Object.fromEntries(recorded));
      const made = await insideProgram(program, async () => {
        const outputs = (await this.#declare()) ?? {};
        return await synthesize(program, outputs as Readonly<Record<string, unknown>>);
      });
      this.#project = String(made.declaration["name"]);
      // A program that names its project is asked again with what is recorded there.
      if (this.#project === project) return made;
    }
  }

  async #recorded(): Promise<Readonly<Record<string, JsonObject>>> {
    try {
      const { records } = await this.client.exportState(this.#project, this.stack);
      // Objects on their way out come after the records of what took their place.
      const entries = records.map(({ address, outputs }) => [String(address), outputs as JsonObject] as const);
      return Object.fromEntries(entries.toReversed());
    } catch (error) {
      if (error instanceof ServiceProblem && error.status === 404) return {};
      throw error;
    }
  }

  async #ask(body: PlanRequest): Promise<Plan> {
    try {
      return await this.client.createPlan(this.#project, this.stack, body);
    } catch (error) {
      throw asStackProblem(error);
    }
  }

  async #carryOut(plan: Plan, onEvent: UpOptions["onEvent"]): Promise<RunSummary> {
    const errors = plan.problems.filter(({ severity }) => severity === "error");
    if (errors.length > 0) throw new StackProblem("plan-refused", errors);
    const failed: RunFailure[] = [];
    try {
      const { run } = await this.client.startRun(this.#project, this.stack, {
        plan: plan.digest,
        ...(plan.removesAll === true && plan.kind === "destroy" ? { allowEmpty: true } : {}),
      });
      for await (const event of this.follow(run)) {
        onEvent?.(event);
        if (event.event === "step" && event.phase === "failed") failed.push({ ...event.problem, address: event.name });
        if (event.event !== "summary") continue;
        if (event.status === "done") return event;
        // What refuses or ends the run as a whole is no step's.
        throw new StackProblem(`run-${event.status}`, failed.length === 0 ? event.problems : failed);
      }
    } catch (error) {
      throw asStackProblem(error);
    }
    throw new StackProblem("run-unfinished", []);
  }
}

/** Whether a stream that broke off may be had again: the service failed, the connection, or a line is half there. */
function mayPass(error: unknown): boolean {
  if (error instanceof ServiceProblem) return error.status >= 500;
  return error instanceof SyntaxError || (error instanceof TypeError && error.cause !== undefined);
}

type RunFailure = StackProblem["problems"][number];

/** A later round does what the plan before left open, and takes nothing away (decision 0119). */
function refuseBeyond({ digest, round }: Plan): void {
  const beyond = round?.beyond?.map(({ detail }) => detail) ?? [`review and run plan ${digest}`];
  if (beyond.length === 0) return;
  throw new ProgramError(
    `a later round would do more than the plan before left open: ${beyond.join("; ")}; ` +
      "call `up` again, or with allowReplacing",
    "approval-needed",
  );
}
