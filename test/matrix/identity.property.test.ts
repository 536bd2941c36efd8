import fc from "fast-check";
import { expect, test } from "vitest";
import type { Fetch } from "../../packages/base/exchange/fetch.ts";
import type { JsonObject } from "../../packages/base/json/json.ts";
import type { PlanView } from "../../src/contract/documents/plans/plan.ts";
import type { StepView } from "../../src/contract/documents/plans/steps.ts";
import type { ReadView } from "../../src/contract/documents/reads.ts";
import type { ResourceRow } from "../../src/contract/documents/resources.ts";
import { changesOf, InProcess } from "../scenarios/in-process.ts";
import { declarationOf } from "./base-declarations.ts";
import { type Parts, type Subject, subjects, type Trial, trials } from "./identity-cells.ts";

/*
 * For every resource the identity recorded, declared and on the platform are the same, or a step of the plan says what
 * becomes of each. A history takes all trials at once, each to the same object or to another one, alone or beside a
 * change of another input; histories come in pairs that choose the opposite, so that each cell is reached in one of the
 * two.
 *
 * Tried with the comparison taken out, one place at a time; each time the first pair fails:
 * - plan-managed.ts: `moved` is false where no field differs (an identity from the provider stays unseen);
 * - plan-new.ts: no `state-mismatch` (an object of another identity is imported);
 * - beside-declaration.ts: no `refuseOthers` (so does the command).
 */

/** What is drawn for a trial. */
interface Choice {
  /** It is to be another object. */
  readonly differs: boolean;
  /** Another input changes as well. */
  readonly beside: boolean;
}

/** Each pair reaches every cell; pairs differ in which of them come together. The long tier plays 50. */
const pairs = Number(process.env["PLUMB_IDENTITY_PAIRS"] ?? 5);
const reached = new Map<string, number>();
let looks = 0;

const anyChoices = fc.array(fc.record({ differs: fc.boolean(), beside: fc.boolean() }), {
  minLength: trials.length,
  maxLength: trials.length,
});

function subjectOf({ type }: Trial): Subject {
  const subject = subjects[type];
  if (subject === undefined) throw new Error(`no subject for ${type}`);
  return subject;
}

/** The parts of the object before, and of that which is declared then. */
function partsOf(trial: Trial, differs: boolean): { readonly before: Parts; readonly after: Parts } {
  const values = Object.entries(subjectOf(trial).parts).map(([name, { values }]) => [name, values(trial.n)] as const);
  const before = Object.fromEntries(values.map(([name, [first]]) => [name, first]));
  const others = Object.fromEntries(values.map(([name, [, other]]) => [name, other]));
  return { before, after: differs ? { ...before, [trial.part]: others[trial.part] ?? "" } : before };
}

/** The provider that gives the parts it can give. */
function providerOf({ provider, parts }: Subject, values: Parts): JsonObject {
  const settings = Object.entries(parts).flatMap(([name, { setting }]) =>
    setting === undefined ? [] : [[setting, values[name] ?? ""]],
  );
  return { kind: provider, ...Object.fromEntries(settings) };
}

/** What is declared of an object: without the part, where the provider gives it or it is chosen. */
function declared(trial: Trial, values: Parts, leavesOut: boolean, more: JsonObject): JsonObject {
  const { type, part } = trial;
  const subject = subjectOf(trial);
  const { [part]: _, ...others } = values;
  return { type, properties: { ...subject.inputs(leavesOut ? others : values), ...more } };
}

interface Stage {
  readonly resources: Record<string, JsonObject>;
  readonly providers: Record<string, JsonObject>;
}

const stageOf = (): Stage => ({ resources: {}, providers: {} });
const textOf = ({ resources, providers }: Stage) => declarationOf(resources, { providers });

/** Declares a trial as it is before, or after. */
function stage(into: Stage, trial: Trial, choice: Choice, when: "before" | "after"): void {
  const { n, source } = trial;
  const subject = subjectOf(trial);
  const values = partsOf(trial, choice.differs)[when];
  const isAfter = when === "after";
  const ref = source === "options.provider" && isAfter ? `q${n}` : `p${n}`;
  const leavesOut =
    source === "provider default" ||
    source === "options.provider" ||
    (source === "auto-name" && !(isAfter && choice.differs));
  const name = source === "alias" && isAfter ? `new_${n}` : `it_${n}`;
  into.providers[ref] = providerOf(subject, values);
  into.resources[name] = {
    ...declared(trial, values, leavesOut, isAfter && choice.beside ? (subject.other ?? {}) : {}),
    options: { provider: ref, ...(source === "alias" && isAfter ? { aliases: [`it_${n}`] } : {}) },
  };
}

async function planned(world: InProcess, text: string, stack: string): Promise<PlanView> {
  const plan = await world.plan(text, { stack });
  if (!plan.ok) throw new Error(JSON.stringify(plan.value.problems));
  return plan.value;
}

async function idsOf(world: InProcess, stack: string): Promise<Readonly<Record<string, string>>> {
  const rows = await world.ask<{ readonly resources: readonly ResourceRow[] }>(
    "GET",
    `/v1/projects/test/stacks/${stack}/resources?limit=1000`,
  );
  if (!rows.ok) throw new Error(rows.value.detail);
  return Object.fromEntries(rows.value.resources.map(({ name, id }) => [name, id]));
}

/** The id that the parts come to, as far as it can be told without the platform. */
function expectId(trial: Trial, values: Parts, id: string | undefined): void {
  const pattern = subjectOf(trial)
    .idOf(values)
    .split("*")
    .map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("[^/]+");
  expect(id).toMatch(new RegExp(`^${pattern}$`, "i"));
}

/** Whether the platform has the object. */
async function stands(world: InProcess, text: string, { type }: Trial, id: string, provider: string): Promise<boolean> {
  const body = { id, state: {}, declaration: { file: "", text, config: {} }, provider };
  const read = await world.ask<ReadView>("POST", `/v1/types/${type}/objects:read`, body);
  return read.ok && read.value.outputs["state"] !== "DELETED";
}

function note({ type, part, source }: Trial, action: string): void {
  const cell = [type, part, source, action].join(" | ");
  reached.set(cell, (reached.get(cell) ?? 0) + 1);
}

/** What the plan has to say of a trial. */
function actionOf(trial: Trial, { differs, beside }: Choice): string {
  const subject = subjectOf(trial);
  if (differs) return subject.parts[trial.part]?.action ?? "";
  if (beside && subject.other !== undefined) return "update";
  return trial.source === "alias" ? "move" : "same";
}

function expectReason(step: StepView, before: string): void {
  const told = step.fields.find(({ path }) => path === "/id");
  if (told !== undefined) expect(told).toMatchObject({ old: before, new: step.id, reason: "identity" });
  expect(step.fields.some(({ old, reason }) => reason === "identity" || old !== undefined)).toBe(true);
}

const managed = trials.filter(({ source }) => source !== "import id");
const imports = trials.filter(({ source }) => source === "import id");

/** Another cloud is a problem that stops the whole plan, so it is planned apart. */
const isRefused = (trial: Trial, { differs }: Choice) =>
  differs && subjectOf(trial).parts[trial.part]?.action === "refused";

async function playManaged(choices: readonly Choice[], world: InProcess): Promise<void> {
  const choiceOf = ({ n }: Trial) => choices[n] as Choice;
  const [before, after, refused] = [stageOf(), stageOf(), stageOf()];
  for (const trial of managed) {
    stage(before, trial, choiceOf(trial), "before");
    stage(isRefused(trial, choiceOf(trial)) ? refused : after, trial, choiceOf(trial), "after");
  }
  const first = await world.up(textOf(before));
  expect(first.summary.problems).toEqual([]);
  const ids = await idsOf(world, "dev");
  const settled = managed.filter((trial) => !isRefused(trial, choiceOf(trial)));
  for (const trial of managed.filter((each) => isRefused(each, choiceOf(each)))) {
    const plan = await planned(world, textOf(refused), "dev");
    expect(plan.problems.map(({ code }) => code)).toContain("cloud-changed");
    note(trial, "refused");
  }
  // What would be refused stays as it was.
  for (const trial of managed)
    if (isRefused(trial, choiceOf(trial))) stage(after, { ...trial, source: "declared" }, choiceOf(trial), "before");
  const plan = await planned(world, textOf(after), "dev");
  expect(plan.problems.filter(({ severity }) => severity === "error")).toEqual([]);
  for (const trial of settled) {
    const choice = choiceOf(trial);
    const name = trial.source === "alias" ? `new_${trial.n}` : `it_${trial.n}`;
    const action = actionOf(trial, choice);
    const [step, old] = plan.steps.filter((each) => each.name === name);
    expect([trial, step?.action]).toEqual([trial, action]);
    // What becomes of the identity; a change beside it is no action of its own.
    note(trial, choice.differs ? action : trial.source === "alias" ? "move" : "same");
    const was = ids[`it_${trial.n}`] ?? "";
    if (!choice.differs) {
      expect(step?.id).toBe(was);
      expect(old).toBeUndefined();
      continue;
    }
    expectId(trial, partsOf(trial, true).after, step?.id);
    if (step !== undefined) expectReason(step, was);
    expect(old).toMatchObject({ id: was, action: subjectOf(trial).stays === true ? "retain" : "delete" });
  }
  const { summary } = await world.run(plan.digest);
  expect(summary).toMatchObject({ status: "done", problems: [] });
  const now = await idsOf(world, "dev");
  for (const trial of settled) {
    const choice = choiceOf(trial);
    const id = now[trial.source === "alias" ? `new_${trial.n}` : `it_${trial.n}`] ?? "";
    if (!choice.differs) expect(id).toBe(ids[`it_${trial.n}`]);
    else expectId(trial, partsOf(trial, true).after, id);
  }
  expect(changesOf(await planned(world, textOf(after), "dev"))).toEqual({});
  await onThePlatform(
    settled.filter((trial) => choiceOf(trial).differs),
    { ids, now, text: textOf(after) },
    world,
  );
}

/** The new objects stand, and the old ones do not any more. */
async function onThePlatform(
  moved: readonly Trial[],
  {
    ids,
    now,
    text,
  }: { readonly ids: Readonly<Record<string, string>>; readonly now: typeof ids; readonly text: string },
  world: InProcess,
): Promise<void> {
  looks += 1;
  // Looking is dear: a few at a time, all of them in turn.
  for (const trial of moved.filter(({ n }) => n % 5 === looks % 5)) {
    const { n, source } = trial;
    const ref = source === "options.provider" ? `q${n}` : `p${n}`;
    expect(await stands(world, text, trial, now[source === "alias" ? `new_${n}` : `it_${n}`] ?? "", ref)).toBe(true);
    const isLeft = await stands(world, text, trial, ids[`it_${n}`] ?? "", ref);
    expect([trial, isLeft]).toEqual([trial, subjectOf(trial).stays === true]);
  }
}

async function playImports(choices: readonly Choice[], world: InProcess): Promise<void> {
  const choiceOf = ({ n }: Trial) => choices[n] as Choice;
  const made = stageOf();
  for (const trial of imports) stage(made, trial, choiceOf(trial), "before");
  for (const [name, { options, ...each }] of Object.entries(made.resources))
    made.resources[name] = { ...each, options: { ...(options as JsonObject), retainOnDelete: true } };
  expect((await world.up(textOf(made), { stack: "maker" })).summary.problems).toEqual([]);
  const ids = await idsOf(world, "maker");
  await world.up(declarationOf({}), { stack: "maker" });
  const declaration = stageOf();
  for (const trial of imports) stage(declaration, trial, choiceOf(trial), "after");
  const entries = imports.map(({ type, n }) => ({
    type,
    name: `it_${n}`,
    id: ids[`it_${n}`] ?? "",
    provider: `p${n}`,
  }));
  const body = { kind: "import", imports: entries, declaration: { file: "", text: textOf(declaration), config: {} } };
  const byCommand = await world.ask<PlanView>("POST", "/v1/projects/test/stacks/imports/plans", body);
  const withOption = stageOf();
  for (const trial of imports) {
    const name = `it_${trial.n}`;
    const each = declaration.resources[name] as JsonObject;
    withOption.providers[`p${trial.n}`] = declaration.providers[`p${trial.n}`] as JsonObject;
    withOption.resources[name] = { ...each, options: { ...(each["options"] as JsonObject), import: ids[name] ?? "" } };
  }
  const plan = await planned(world, textOf(withOption), "imports");
  const others = imports.filter((trial) => choiceOf(trial).differs);
  const told = byCommand.ok ? [] : byCommand.value.problems;
  for (const { problems, whose } of [
    { problems: plan.problems, whose: "option" },
    { problems: told, whose: "command" },
  ]) {
    const mismatches = problems.filter(({ code }) => code === "state-mismatch");
    expect([whose, mismatches.map(({ address }) => address).sort()]).toEqual([
      whose,
      others.map(({ n }) => `it_${n}`).sort(),
    ]);
    for (const { address = "", detail } of mismatches) expect(detail).toContain(ids[address]);
  }
  // Those that are refused stay undeclared, and are left alone; the rest is taken over, and nothing is left to do.
  for (const { n } of others) delete withOption.resources[`it_${n}`];
  const { summary } = await world.up(textOf(withOption), { stack: "imports" });
  expect(summary).toMatchObject({ status: "done", problems: [] });
  const now = await idsOf(world, "imports");
  for (const trial of imports) {
    note(trial, choiceOf(trial).differs ? "refused" : "import");
    expect(now[`it_${trial.n}`]).toBe(choiceOf(trial).differs ? undefined : ids[`it_${trial.n}`]);
  }
  expect(changesOf(await planned(world, textOf(withOption), "imports"))).toEqual({});
}

/** Workspaces at addresses of their own answer as the local one does. */
function toWorkspaces(request: Request, localCloud: Fetch): Promise<Response> {
  const call = new Request(request);
  call.headers.set("authorization", "Bearer local:admin@local.example");
  return localCloud(call);
}

/** Where the providers of any trial lead. */
const workspaces = trials.flatMap((trial) => subjectOf(trial).parts["workspace"]?.values(trial.n) ?? []);

async function play(choices: readonly Choice[]): Promise<void> {
  const world = new InProcess({}, { network: toWorkspaces, trusted: workspaces });
  try {
    await playManaged(choices, world);
    await playImports(choices, world);
  } finally {
    await world.close();
  }
}

test("recorded, declared and on the platform are one identity, or a step says what becomes of each", async () => {
  await fc.assert(
    fc.asyncProperty(anyChoices, async (choices) => {
      await play(choices);
      await play(choices.map(({ differs, beside }) => ({ differs: !differs, beside })));
    }),
    { numRuns: pairs, endOnFailure: true },
  );
  const rows = [...reached].sort(([a], [b]) => (a < b ? -1 : 1));
  const table = rows.map(([cell, histories]) => `${cell} | ${histories}`);
  // Each trial to the same object, and to another one.
  expect(rows).toHaveLength(2 * trials.length);
  expect(rows.filter(([, histories]) => histories < pairs)).toEqual([]);
  process.stdout.write(`type | part of the identity | source | action | histories\n${table.join("\n")}\n`);
}, 900_000);
