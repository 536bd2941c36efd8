import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { type Json, type JsonObject, jsonEqual } from "../../packages/base/json/json.ts";
import type { ResourceRow, ResourceView } from "../../src/contract/documents/resources.ts";
import { catalog } from "../../src/definitions/resources/catalog.ts";
import { resourceFacts } from "../../src/definitions/resources/specification-facts.fixture.ts";
import { changesOf, InProcess, type Write } from "../scenarios/in-process.ts";
import { declarationOf, type Subject, subjects, subscription } from "./base-declarations.ts";

/*
 * Each resource type, under each action, with each option: what is planned, what is written, what is recorded. One
 * golden file a type: per action what happens without options, then the options that change it; those that do not are
 * only named. UPDATE_GOLDEN=1 writes the files anew; then read the difference.
 */
const isUpdate = process.env["UPDATE_GOLDEN"] === "1";

type Action = "create" | "same" | "update" | "replace" | "delete";
type Resources = Readonly<Record<string, { type: string; properties: JsonObject; options?: JsonObject }>>;

/** What a cell of the matrix starts from and goes to; null where the option does not apply to the action. */
interface Cell {
  readonly before: Resources | null;
  readonly after: Resources;
}

const beside: Resources = {
  beside: {
    type: "connectors:EndpointAttachment",
    properties: {
      endpointAttachmentId: "beside",
      serviceAttachment: "projects/acme-network/regions/europe-west1/serviceAttachments/beside",
    },
  },
};

const providers = {
  google: { kind: "google", default: true, project: "acme-prod", region: "europe-west1", zone: "europe-west1-b" },
  azure: { kind: "azure", default: true, subscriptionId: subscription },
  workspace: { kind: "databricks", default: true, level: "workspace" },
  "second-google": { kind: "google", project: "acme-second", region: "europe-west4", zone: "europe-west4-a" },
  "second-azure": { kind: "azure", subscriptionId: "99999999-2222-3333-4444-555555555555" },
  "second-databricks": { kind: "databricks", level: "workspace" },
};

/** The whole bag, with a value for each; `field` is the input that the action changes. */
function optionsFor(type: string, field: string): Readonly<Record<string, JsonObject>> {
  const definition = catalog.resources[type];
  if (definition === undefined) throw new Error(`no ${type}`);
  return {
    dependsOn: { dependsOn: ["beside"] },
    provider: { provider: `second-${definition.provider}` },
    protect: { protect: true },
    ignoreChanges: { ignoreChanges: [field] },
    replaceOnChanges: { replaceOnChanges: [field] },
    deleteBeforeReplace: { deleteBeforeReplace: true },
    retainOnDelete: { retainOnDelete: true },
    "onDestroy delete": { onDestroy: "delete" },
    "onDestroy retain": { onDestroy: "retain" },
    ...(definition.existence === "created" ? {} : { "onDestroy restore": { onDestroy: "restore" } }),
    deletedWith: { deletedWith: "beside" },
    customTimeouts: { customTimeouts: { create: "1m", update: "1m", delete: "1m" } },
    aliases: { aliases: ["it"] },
    import: {},
    version: { version: definition.versions.default },
    parent: { parent: "beside" },
    "onDrift warn": { onDrift: "warn" },
    "onDrift ignore": { onDrift: "ignore" },
  };
}

/** What an action starts from, and the input that it changes; null where no input fits the action. */
interface Change {
  readonly field: string;
  readonly before: JsonObject;
  readonly after: JsonObject;
}

function changeFor(type: string, { properties, changes }: Subject, action: Action): Change | null {
  if (action !== "update" && action !== "replace")
    return { field: Object.keys(properties)[0] ?? "", before: properties, after: properties };
  const facts = resourceFacts[type]?.inputs ?? {};
  const fitting = Object.entries(changes).filter(
    ([input, { blockedBy, changesNothing }]) =>
      (facts[input]?.replace === true) === (action === "replace") &&
      blockedBy === undefined &&
      changesNothing === undefined,
  );
  const [field, change] =
    fitting.find(([input]) => input === "description" || input.endsWith("Id")) ?? fitting[0] ?? [];
  if (field === undefined || change === undefined) return null;
  const given = Object.entries({ ...properties, ...change.from }).filter(([, value]) => value !== null);
  const before = Object.fromEntries(given);
  return { field, before, after: { ...before, [field]: change.to } };
}

function cellOf(type: string, subject: Subject, action: Action, name: string, options: JsonObject): Cell | null {
  const change = changeFor(type, subject, action);
  if (change === null) return null;
  const isBeside = ["dependsOn", "deletedWith", "parent"].includes(name);
  const around = isBeside ? beside : {};
  const it = { it: { type, properties: change.before, options: name === "aliases" ? {} : options } };
  const changed = { type, properties: change.after, options };
  if (name === "import" && action !== "create") return null;
  if (name === "aliases" && (action === "create" || action === "delete")) return null;
  switch (action) {
    case "create":
      return { before: null, after: { ...around, ...it } };
    case "delete":
      return { before: { ...around, ...it }, after: name === "deletedWith" ? {} : around };
    case "same":
    case "update":
    case "replace":
      return { before: { ...around, ...it }, after: { ...around, [name === "aliases" ? "renamed" : "it"]: changed } };
  }
}

async function play(type: string, subject: Subject, { before, after }: Cell, isImport: boolean): Promise<JsonObject> {
  const world = new InProcess();
  await world.seed(subject.first ?? []);
  try {
    const text = (resources: Resources) => declarationOf(resources, { providers });
    let wanted = after;
    if (isImport) {
      const id = await leaveBehind(world, type, subject, text);
      wanted = { it: { type, properties: subject.properties, options: { import: id } } };
    }
    if (before !== null) {
      const { summary } = await world.up(text(before));
      if (summary.status !== "done") throw new Error(JSON.stringify(summary.problems));
    }
    const written = (await world.writes()).length;
    const { plan, summary } = await world.up(text(wanted));
    const next = await world.plan(text(wanted));
    if (!next.ok) throw new Error(next.value.detail);
    const replaced = plan.steps.find((step) => step.order !== undefined);
    return {
      plan: changesOf(plan),
      ...(replaced?.order === undefined ? {} : { order: replaced.order }),
      codes: plan.problems.map((each) => each.code).sort(),
      status: summary.status,
      writes: (await world.writes()).slice(written).map(shortly),
      records: await recordsOf(world),
      next: changesOf(next.value),
    };
  } finally {
    await world.close();
  }
}

/** Makes the object as another stack would, which then forgets it; gives its id. */
async function leaveBehind(
  world: InProcess,
  type: string,
  { properties }: Subject,
  text: (resources: Resources) => string,
): Promise<string> {
  await world.up(text({ it: { type, properties, options: { retainOnDelete: true } } }), { stack: "maker" });
  const made = await world.ask<ResourceView>("GET", "/v1/projects/test/stacks/maker/resources/it");
  await world.up(text({}), { stack: "maker" });
  if (!made.ok) throw new Error(made.value.detail);
  return made.value.id;
}

async function recordsOf(world: InProcess): Promise<JsonObject> {
  const rows = await world.ask<{ readonly resources: readonly ResourceRow[] }>(
    "GET",
    "/v1/projects/test/stacks/dev/resources",
  );
  if (!rows.ok) throw new Error(rows.value.detail);
  const records = await Promise.all(
    rows.value.resources.map(async ({ name, status, id, provider }): Promise<[string, Json]> => {
      const view = await world.ask<ResourceView>("GET", `/v1/projects/test/stacks/dev/resources/${name}`);
      if (!view.ok) throw new Error(view.value.detail);
      const { generation, dependsOn } = view.value;
      return [name, { id, provider, status, generation, ...(dependsOn.length === 0 ? {} : { dependsOn }) }];
    }),
  );
  return Object.fromEntries(records);
}

function shortly({ action, object }: Write): string {
  return `${action} ${object}`;
}

describe.each(Object.entries(subjects))("%s", (type, subject) => {
  const file = fileURLToPath(new URL(`golden/${type.replace(":", "-")}.json`, import.meta.url));
  const seen: Record<string, Json> = {};
  afterAll(() => {
    if (isUpdate) writeFileSync(file, `${JSON.stringify(seen, null, 2)}\n`);
  });

  test.each(["create", "same", "update", "replace", "delete"] satisfies Action[])(
    "%s",
    async (action) => {
      const field = changeFor(type, subject, action)?.field ?? "";
      const plain = cellOf(type, subject, action, "", {});
      if (plain === null) {
        expect(Object.values(resourceFacts[type]?.inputs ?? {}).some((input) => input.replace === true)).toBe(false);
        return;
      }
      const without = await play(type, subject, plain, false);
      const changing: Record<string, JsonObject> = {};
      const idle: string[] = [];
      for (const [name, options] of Object.entries(optionsFor(type, field))) {
        const cell = cellOf(type, subject, action, name, options);
        if (cell === null) continue;
        const result = await play(type, subject, cell, name === "import");
        if (jsonEqual(result, without)) idle.push(name);
        else changing[name] = result;
      }
      const now: JsonObject = { ...(field === "" ? {} : { field }), without, with: changing, changedNothing: idle };
      seen[action] = now;
      if (isUpdate) return;
      expect(existsSync(file), `${file} is missing; UPDATE_GOLDEN=1 makes it`).toBe(true);
      const golden = JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, Json>>;
      expect(now).toEqual(golden[action]);
    },
    60_000,
  );
});
