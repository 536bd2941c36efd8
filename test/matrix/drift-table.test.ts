import { describe, expect, test } from "vitest";
import type { Json } from "../../packages/base/json/json.ts";
import { pointer } from "../../packages/base/json/pointer.ts";
import { catalog } from "../../src/definitions/resources/catalog.ts";
import { resourceAt } from "../../src/definitions/schema/at-version.ts";
import type { ResourceDefinition } from "../../src/definitions/schema/definition.ts";
import { outputSchema } from "../../src/definitions/schema/field-schema.ts";
import type { Schema } from "../../src/definitions/schema/schema.ts";
import { madeKey, otherSpellings, otherValue, type Place, placesOf } from "./drift-places.ts";
import { type DriftSubject, driftSubjects } from "./drift-subjects.ts";
import { type ChangedBy, DriftWorld } from "./drift-world.ts";

/** What the specification and the vendors let move by itself: heartbeats, tags, and who wrote last and when. */
const mayBeVolatile = /^(etag|eTag|lastHeartbeatUtc|updatedTimestamp|lastModified\w*)$/;

interface Row {
  readonly path: string;
  readonly changedBy: ChangedBy | "nobody" | "itself";
  readonly shown: string;
}

const definitionOf = ({ type }: DriftSubject): ResourceDefinition => {
  const [token = "", version] = type.split("@");
  const definition = catalog.resources[token];
  if (definition === undefined) throw new Error(`no definition of ${token}`);
  return resourceAt(definition, version ?? definition.versions.default);
};

/** Whether an output follows from the object's address: with another value it is another object. */
function isIdentity({ identity, outputs }: ResourceDefinition, path: string): boolean {
  const dotted = path.slice(1).replaceAll("/", ".");
  const field = outputs.properties[dotted];
  const sources = Object.values(identity.variables).flat();
  return (
    dotted === "id" || field?.composed !== undefined || sources.some((each) => "input" in each && each.input === dotted)
  );
}

/** The path under which a moved place is told: what comes into a list with keys is told by its own. */
function toldAs({ path, schema }: Place): string {
  const isKeyed = "type" in schema && schema.type === "array" && schema.itemKey !== undefined;
  if (isKeyed) return pointer(path, madeKey);
  return "additionalProperties" in schema && schema.additionalProperties !== false ? pointer(path, "moved") : path;
}

/** Moves one place, and gives what drift told of it, in one word or in all paths. */
async function moved(
  world: DriftWorld,
  place: Place,
  value: Json | undefined,
): Promise<Pick<Row, "changedBy" | "shown">> {
  const byWire = value !== undefined && (await world.writes(place.path, value));
  if (!byWire) await world.shows(place.path, value);
  const rows = await world.drift();
  // Drift is a comparison with the record: what is taken into it is no drift any more.
  await world.refresh();
  const left = await world.drift();
  await world.showsTrue();
  await world.refresh();
  const told = rows.map((row) => (row.class === "equivalent form" ? `${row.path} (equivalent)` : row.path));
  const shown = told.length === 1 && told[0] === toldAs(place) ? "shown" : `told: ${told.join(", ")}`;
  const changedBy = byWire ? "the vendor's wire" : "the control surface";
  return { changedBy, shown: left.length === 0 ? shown : `left: ${left.map(({ path }) => path).join(", ")}` };
}

async function tableOf(subject: DriftSubject): Promise<readonly Row[]> {
  const definition = definitionOf(subject);
  const world = new DriftWorld(subject);
  const rows: Row[] = [];
  try {
    await world.begin();
    const places = placesOf(outputSchema(definition), await world.outputs());
    const reasons = volatileOutputs(definition);
    for (const place of places) {
      const { path } = place;
      const reason = reasons[path];
      if (reason !== undefined) {
        await world.shows(path, otherValue(place.schema, place.value));
        const told = await world.drift();
        await world.showsTrue();
        rows.push({
          path,
          changedBy: "itself",
          shown: told.length === 0 ? `volatile: ${reason}` : "shown although volatile",
        });
      } else if (subject.wirePlace(path) === undefined) {
        expect(isIdentity(definition, path), `${path} does not follow from the identity`).toBe(true);
        rows.push({ path, changedBy: "nobody", shown: "identity: with another value it is another object" });
      } else
        rows.push({
          path,
          ...(await moved(world, place, subject.values?.[path] ?? otherValue(place.schema, place.value))),
        });
    }
  } finally {
    await world.close();
  }
  return rows;
}

function print(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join("\n")}\n\n`);
}

/** Shows each place in every other spelling that means the same, and gives what drift told of it. */
async function formsOf(
  subject: DriftSubject,
): Promise<readonly { readonly path: string; readonly form: string; readonly told: string }[]> {
  const world = new DriftWorld(subject);
  const rows: { path: string; form: string; told: string }[] = [];
  try {
    await world.begin();
    for (const place of placesOf(outputSchema(definitionOf(subject)), await world.outputs())) {
      if (subject.wirePlace(place.path) === undefined || place.schema.volatile !== undefined) continue;
      for (const { what, value } of otherSpellings(place)) {
        if (value === null && subject.showsNulls !== true) continue;
        await world.shows(place.path, value);
        const drift = (await world.drift()).filter((row) => row.class !== "equivalent form");
        await world.showsTrue();
        const told = drift.length === 0 ? "no drift" : drift.map(({ path }) => path).join(", ");
        rows.push({ path: place.path, form: what, told });
      }
    }
  } finally {
    await world.close();
  }
  return rows;
}

describe("another spelling of the same value is no drift", () => {
  test.each(driftSubjects.map((subject) => [subject.type, subject] as const))(
    "%s",
    { timeout: 120_000 },
    async (type, subject) => {
      const rows = await formsOf(subject);
      print(`${type}: path | shown as | drift`, ...rows.map(({ path, form, told }) => `${path} | ${form} | ${told}`));
      expect(rows.filter(({ told }) => told !== "no drift")).toEqual([]);
    },
  );
});

describe("each field and each output that moves is drift, under its own name", () => {
  test("the subjects are all managed types", () => {
    const types = driftSubjects.map(({ type }) => type.split("@")[0]);
    expect(types.sort()).toEqual(Object.keys(catalog.resources).sort());
  });

  test("volatile are heartbeats, tags, and who wrote last and when; each says why", () => {
    for (const definition of Object.values(catalog.resources)) {
      for (const [path, reason] of Object.entries(volatileOutputs(definition))) {
        expect(path.split("/").at(-1)).toMatch(mayBeVolatile);
        expect(reason.length, `${definition.type} ${path}`).toBeGreaterThan(10);
      }
    }
  });

  test.each(driftSubjects.map((subject) => [subject.type, subject] as const))(
    "%s",
    { timeout: 120_000 },
    async (type, subject) => {
      const rows = await tableOf(subject);
      const movable = rows.filter(({ changedBy }) => changedBy !== "nobody" && changedBy !== "itself");
      const shown = movable.filter((row) => row.shown === "shown");
      print(
        `${type}: path | changed by | drift`,
        ...rows.map(({ path, changedBy, shown: how }) => `${path} | ${changedBy} | ${how}`),
        `${type}: ${shown.length} of ${movable.length} shown`,
      );
      expect(movable.filter((row) => row.shown !== "shown")).toEqual([]);
      expect(movable.length).toBeGreaterThan(0);
      expect(rows.filter((row) => row.shown === "shown although volatile")).toEqual([]);
    },
  );
});

/** The volatile places of a definition's outputs, as JSON pointers, each with the reason that its definition gives. */
function volatileOutputs(definition: ResourceDefinition): Readonly<Record<string, string>> {
  return Object.fromEntries(reasonsIn(outputSchema(definition), ""));
}

function reasonsIn(schema: Schema, path: string): readonly (readonly [string, string])[] {
  if (schema.volatile !== undefined) return [[path, schema.volatile]];
  if ("oneOf" in schema || schema.type !== "object" || !("properties" in schema)) return [];
  return Object.entries(schema.properties).flatMap(([name, field]) => reasonsIn(field, `${path}/${name}`));
}
