import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject, type Json, type JsonObject } from "../../packages/base/json/json.ts";
import type { Problem } from "../../packages/base/problems/problem.ts";
import type { DriftView } from "../../src/contract/documents/drift.ts";
import type { ImportView } from "../../src/contract/documents/imports.ts";
import type { PlanView } from "../../src/contract/documents/plans/plan.ts";
import type { ProblemDocument } from "../../src/contract/documents/problems.ts";
import type { LookupView, ReadView } from "../../src/contract/documents/reads.ts";
import type { ResourceRow, ResourceView } from "../../src/contract/documents/resources.ts";
import { type Answer, changesOf, type InProcess, type RunReport, type Write } from "./in-process.ts";
import type { ConfigValue, Step } from "./scenario.ts";

/** What a step came to: `document` goes into the golden file, the rest is for the expectations. */
export interface Performed {
  readonly document: JsonObject;
  readonly status: string;
  readonly changes: Readonly<Record<string, string>>;
  readonly codes: readonly string[];
  readonly writes: readonly string[];
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly outputs: JsonObject;
  /** What planning right afterwards would do; asked for only where the step says that it settles. */
  readonly left: Readonly<Record<string, string>> | null;
}

/** Carries out a scenario's steps one after the other. */
export class StepPerformer {
  readonly #folder: string;
  readonly #world: InProcess;
  readonly #imported: Record<string, JsonObject> = {};
  /** Run of each step that was one. */
  readonly #runs: string[] = [];
  #performed = 0;

  constructor(folder: string, world: InProcess) {
    this.#folder = folder;
    this.#world = world;
  }

  async perform(step: Step): Promise<Performed> {
    this.#performed += 1;
    const world = this.#world;
    const stack = step.stack ?? "dev";
    await this.#prepare(step);
    const before = (await world.writes()).length;
    const done = await this.#act(step, stack);
    const log = (await world.writes()).slice(before);
    const state = await world.ask<{ readonly resources: readonly ResourceRow[] }>(
      "GET",
      `/v1/projects/${this.#world.project}/stacks/${stack}/resources`,
    );
    const outputs = await world.ask<{ readonly outputs: JsonObject }>(
      "GET",
      `/v1/projects/${this.#world.project}/stacks/${stack}/outputs`,
    );
    if (!state.ok || !outputs.ok) throw new Error("the state can't be shown");
    return {
      ...done,
      document: json({
        about: step.say,
        ...done.document,
        state: Object.fromEntries(state.value.resources.map((row) => [stateName(row), row.id])),
        outputs: outputs.value.outputs,
        writes: log.map(({ action, method, path, caller }) => `${action} by ${caller}: ${method} ${path}`),
      }) as JsonObject,
      writes: log.map(shortly),
      left: step.expect.settled === true ? await this.#left(step, stack) : null,
    };
  }

  async #prepare({ seed = [], write = [], clock = 0, later = 0 }: Step): Promise<void> {
    if (seed.length > 0) await this.#world.seed(seed);
    for (const { method, path, body, as } of write) {
      const response = await this.#world.wire(method, path, body, as);
      if (!response.ok) throw new Error(`${method} ${path} was refused: ${await response.text()}`);
    }
    if (clock > 0) await this.#world.advance(clock);
    this.#world.pass(later);
  }

  async #act(step: Step, stack: string): Promise<Omit<Performed, "writes" | "left">> {
    const declaration = await this.#declaration(step, stack);
    switch (step.do) {
      case "drift":
      case "refresh": {
        const [method, path] = step.do === "drift" ? ["GET", "drift"] : ["POST", "state:refresh"];
        const answer = await this.#world.ask<DriftView>(
          method ?? "",
          `/v1/projects/${this.#world.project}/stacks/${stack}/${path}`,
        );
        return answer.ok ? drifted(answer.value) : rejected(answer.value);
      }
      case "undo": {
        const run = this.#runs[(step.undoes ?? 0) - 1] ?? "";
        const plan = await this.#world.ask<PlanView>(
          "POST",
          `/v1/projects/${this.#world.project}/stacks/${stack}/plans`,
          {
            kind: "undo",
            run,
          },
        );
        return plan.ok ? this.#ran(plan.value, await this.#world.run(plan.value.digest, stack)) : rejected(plan.value);
      }
      case "plan":
        return planned(await this.#plan(step, stack));
      case "up":
      case "destroy": {
        const plan = await this.#plan(step, stack);
        return plan.ok ? this.#ran(plan.value, await this.#world.run(plan.value.digest, stack)) : rejected(plan.value);
      }
      case "import": {
        const { type = "", name = "", id = "" } = step;
        const path = `/v1/projects/${this.#world.project}/stacks/${stack}/resources:import`;
        const answer = await this.#world.ask<{ readonly imported: readonly ImportView[] }>("POST", path, {
          ...{ imports: [{ type, name, id, provider: null }], declaration },
        });
        if (!answer.ok) return rejected(answer.value);
        const [view] = answer.value.imported;
        if (view === undefined) throw new Error("nothing was imported");
        this.#imported[name] = view.declaration;
        return read(view, view.outputs);
      }
      case "get": {
        const { type = "", id = "", state = {} } = step;
        const answer = await this.#world.ask<ReadView>("POST", `/v1/types/${type}/objects:read`, {
          ...{ id, state, declaration, provider: null },
        });
        return answer.ok ? read(answer.value, answer.value.outputs) : rejected(answer.value);
      }
      case "lookup": {
        const { function: name = "", arguments: given = {} } = step;
        const answer = await this.#world.ask<LookupView>("POST", `/v1/functions/${name}:call`, {
          ...{ arguments: given, declaration, provider: null },
        });
        return answer.ok ? read(answer.value, answer.value.result) : rejected(answer.value);
      }
    }
  }

  #ran(plan: PlanView, report: RunReport): Omit<Performed, "writes" | "left"> {
    this.#runs[this.#performed - 1] = report.summary.run;
    return ran(plan, report);
  }

  async #plan(step: Step, stack: string): Promise<Answer<PlanView>> {
    const declaration = await this.#declaration(step, stack);
    return this.#world.plan(declaration?.text ?? null, {
      stack,
      kind: step.do === "destroy" ? "destroy" : "apply",
      ...(declaration === null ? {} : { file: declaration.file, config: declaration.config }),
    });
  }

  async #left(step: Step, stack: string): Promise<Readonly<Record<string, string>>> {
    const plan = await this.#plan({ ...step, do: step.do === "destroy" ? "destroy" : "plan" }, stack);
    if (!plan.ok) throw new Error(`what was carried out is not accepted any more: ${plan.value.detail}`);
    return changesOf(plan.value);
  }

  async #declaration({ declaration, withImported, config }: Step, stack: string) {
    if (declaration === undefined) return null;
    const text = readFileSync(join(this.#folder, declaration), "utf8");
    const resources = withImported === true ? `\nresources: ${JSON.stringify(this.#imported)}\n` : "";
    const values = await Promise.all(
      Object.entries(config ?? {}).map(async ([key, value]) => [key, await this.#configValue(value, stack)] as const),
    );
    return { file: declaration, text: `${text}${resources}`, config: Object.fromEntries(values) };
  }

  async #configValue(value: ConfigValue, stack: string): Promise<Json> {
    if (!isJsonObject(value) || typeof value["$of"] !== "string") return value as Json;
    const resource = await this.#world.ask<ResourceView>(
      "GET",
      `/v1/projects/${this.#world.project}/stacks/${stack}/resources/${value["$of"]}`,
    );
    if (!resource.ok) throw new Error(resource.value.detail);
    return resource.value.outputs[String(value["output"])] ?? null;
  }
}

function planned(plan: Answer<PlanView>): Omit<Performed, "writes" | "left"> {
  if (!plan.ok) return rejected(plan.value);
  // Golden files tell of drift, of options and of calls in flight where there are some.
  const { digest: _, drift = [], options = [], inFlight = [], ...whole } = plan.value;
  const view = {
    ...whole,
    ...(drift.length === 0 ? {} : { drift }),
    ...(options.length === 0 ? {} : { options }),
    ...(inFlight.length === 0 ? {} : { inFlight }),
  };
  const isIdle = (step: PlanView["steps"][number]) => step.action === "same" && step.warnings.length === 0;
  const steps = view.steps.filter((step) => !isIdle(step));
  const same = view.steps.filter(isIdle).map((step) => step.name);
  const document = { plan: json({ ...view, summary: counted(view.summary), steps, same }) };
  return { document, ...told(plan.value), status: "planned", outputs: {} };
}

function ran(plan: PlanView, { steps, summary }: RunReport): Omit<Performed, "writes" | "left"> {
  const { run: _, event: __, at: ___, ...facts } = summary;
  const brief = plan.steps.map(({ name, action, fields, superseded, order, warnings, ...step }) => ({
    name,
    action,
    ...(step.movedFrom === undefined ? {} : { movedFrom: step.movedFrom }),
    ...(step.undeletes === undefined ? {} : { undeletes: true }),
    ...(step.goneWith === undefined ? {} : { goneWith: step.goneWith }),
    ...(superseded === undefined ? {} : { superseded }),
    ...(order === undefined ? {} : { order }),
    ...(fields.length === 0 ? {} : { fields: fields.map((field) => field.path) }),
    ...(warnings.length === 0 ? {} : { warnings }),
  }));
  return {
    document: { plan: json(brief), steps: json(steps.map(lastWord)), summary: json(counted(facts)) },
    ...told(plan),
    codes: codesOf([...plan.problems, ...(summary.status === "refused" ? [] : summary.problems)]),
    status: summary.status,
    outputs: summary.outputs,
  };
}

/** Counts and other facts without those that are zero, and calls in flight where there are any. */
function counted(summary: object): object {
  const isIdle = (value: unknown) => value === 0 || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(
    Object.entries(summary).filter(([name, value]) => !isIdle(value) || (Array.isArray(value) && name !== "inFlight")),
  );
}

/** How a step ended, in one line; with the reason where it did not succeed. */
function lastWord(event: RunReport["steps"][number]): Json {
  if (event.event !== "step") return json(event);
  const line = `${event.phase}: ${event.action} ${event.name}`;
  return "problem" in event ? [line, json(event.problem)] : line;
}

function stateName({ name, status }: ResourceRow): string {
  return status === "current" ? name : `${name} (${status})`;
}

function read(view: object, outputs: JsonObject): Omit<Performed, "writes" | "left"> {
  return { document: { read: json(view) }, status: "done", changes: {}, codes: [], fields: {}, outputs };
}

function drifted({ drift }: DriftView): Omit<Performed, "writes" | "left"> {
  const of = (name: string) => drift.filter((row) => row.name === name);
  const names = [...new Set(drift.map(({ name }) => name))];
  return {
    document: { drift: json(drift) },
    status: "done",
    changes: Object.fromEntries(names.map((name) => [name, [...new Set(of(name).map((row) => row.class))].join(", ")])),
    codes: [],
    fields: Object.fromEntries(names.map((name) => [name, of(name).map(({ path }) => path)])),
    outputs: {},
  };
}

function rejected(document: ProblemDocument): Omit<Performed, "writes" | "left"> {
  const codes = codesOf(document.problems);
  return { document: { rejected: json(document) }, status: "rejected", changes: {}, codes, fields: {}, outputs: {} };
}

function told(plan: PlanView): Pick<Performed, "changes" | "codes" | "fields"> {
  const shown = plan.steps.filter((step) => step.fields.length > 0 && step.superseded !== true);
  return {
    changes: changesOf(plan),
    codes: codesOf(plan.problems),
    fields: Object.fromEntries(shown.map((step) => [step.name, step.fields.map((field) => field.path)])),
  };
}

function codesOf(problems: readonly Problem[]): readonly string[] {
  return problems.map((each) => each.code).sort();
}

function shortly({ action, object }: Write): string {
  return `${action} ${object.slice(object.lastIndexOf("/") + 1)}`;
}

function json(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}
