import { isJsonObject, type Json, jsonEqual, ownMember } from "../../../packages/base/json/json.ts";
import { pointerSegments } from "../../../packages/base/json/pointer.ts";
import type { ResourceDefinition } from "../../definitions/schema/definition.ts";
import { outputSchema, schemaAt } from "../../definitions/schema/field-schema.ts";
import type { Schema } from "../../definitions/schema/schema.ts";
import type { Right, RightsChange } from "./hunk.ts";

type Side = Json | undefined;

/** What says of rights, and by what the members of its lists are known. */
type Rules = Pick<ResourceDefinition, "rights" | "inputs" | "outputs" | "responses">;

/**
 * Who gains and who loses what where a value becomes another, by what its definition says of rights; undefined where
 * nobody does. Who is kept from a right by a value gains it when the value goes. `undefined`: there is no object on
 * that side.
 */
export function valueRights(rules: Rules, old: Side, next: Side): RightsChange | undefined {
  const stands = old !== undefined && next !== undefined;
  const [before, after] = [old, next].map((side) => told(rules, side).filter(({ itself }) => stands || !itself));
  if (before === undefined || after === undefined) return undefined;
  const come = without(after, before);
  const gone = without(before, after);
  const gains = [...come.filter(({ guards }) => !guards), ...gone.filter(({ guards }) => guards)];
  const loses = [...gone.filter(({ guards }) => !guards), ...come.filter(({ guards }) => guards)];
  if (gains.length + loses.length === 0) return undefined;
  return { gains: gains.map(rightOf), loses: loses.map(rightOf) };
}

/** The same where only a part of a value is known: what stands at a path on either side. Lists may be named by keys. */
export function movedRights(rules: Rules, path: string, old: Side, next: Side): RightsChange | undefined {
  return valueRights(rules, lyingAt(path, old), lyingAt(path, next));
}

function lyingAt(path: string, value: Side): Json {
  if (value === undefined) return {};
  return pointerSegments(path).reduceRight<Json>((made, segment) => ({ [segment]: made }), value);
}

/** A right, or what keeps people from one. */
interface Told extends Right {
  readonly guards: boolean;
  readonly itself: boolean;
  /** Who has it, whatever they are called and however a platform spells their id. */
  readonly holder: string;
}

function without(some: readonly Told[], others: readonly Told[]): readonly Told[] {
  return some.filter((each) => !others.some((other) => other.holder === each.holder && other.what === each.what));
}

function rightOf({ who, what }: Told): Right {
  return { who, what };
}

function told(definition: Rules, value: Side): readonly Told[] {
  const { rights = [] } = definition;
  if (rights.length === 0) return [];
  const schema = outputSchema(definition);
  return rights.flatMap(({ at, is, who, called, what, guards = false, itself = false }) =>
    placesAt(at.split("."), { value, schema, key: "", holder: "", within: "" }).flatMap(
      ({ value: found, key, holder, within }) => {
        if ((found ?? null) === null || (is !== undefined && !jsonEqual(found, is))) return [];
        const said = what.replace("{value}", () => (typeof found === "string" ? found : JSON.stringify(found)));
        const right = { who: who ?? nameOf(found, key, called), what: within === "" ? said : `${said} (${within})` };
        return [{ ...right, holder: who ?? holder, guards, itself }];
      },
    ),
  );
}

interface Place {
  readonly value: Side;
  /** Undefined where the definition knows nothing of the value. */
  readonly schema: Schema | undefined;
  /** Of the innermost member of a list. */
  readonly key: string;
  /** The same as it is compared: without regard to case where it is an id of the platform's. */
  readonly holder: string;
  /** The outermost member of a list that the place lies in, where it is not that itself. */
  readonly within: string;
}

function placesAt(path: readonly string[], place: Place): readonly Place[] {
  const [segment, ...rest] = path;
  if (segment === undefined) return [place];
  const { value, within } = place;
  const schema = below(place.schema, segment);
  if (segment !== "*")
    return placesAt(rest, { ...place, schema, value: isJsonObject(value) ? ownMember(value, segment) : undefined });
  const holds = itemKeyOf(place.schema) === undefined ? (key: string) => key : (key: string) => key.toLowerCase();
  return membersOf(place).flatMap(([key, member]) =>
    placesAt(rest, {
      schema,
      value: member,
      key,
      holder: holds(key),
      within: within === "" && rest.length > 0 ? key : within,
    }),
  );
}

function below(schema: Schema | undefined, segment: string): Schema | undefined {
  const found = schema === undefined ? undefined : schemaAt(schema, [segment === "*" ? 0 : segment]);
  return found === "any" ? undefined : found;
}

/** Members of a list by what they are known by, in a list or under their keys. */
function membersOf({ value, schema }: Place): readonly (readonly [string, Json])[] {
  if (!Array.isArray(value)) return isJsonObject(value) ? Object.entries(value) : [];
  const itemKey = itemKeyOf(schema);
  return value.map((member: Json, index) => {
    const id = isJsonObject(member) && itemKey !== undefined ? ownMember(member, itemKey) : member;
    return [typeof id === "string" ? id : String(index), member];
  });
}

function itemKeyOf(schema: Schema | undefined): string | undefined {
  return schema !== undefined && "itemKey" in schema ? schema.itemKey : undefined;
}

/** What people call somebody, beside the key that tells them from others. */
function nameOf(value: Side, key: string, called: string | undefined): string {
  const name = isJsonObject(value) && called !== undefined ? ownMember(value, called) : undefined;
  return typeof name !== "string" || name === "" || name === key ? key : `${name} (${key})`;
}
