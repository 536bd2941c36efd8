import { canonicalJson } from "../../../packages/base/json/canonical-json.ts";
import { isJsonObject, type Json, jsonEqual, ownMember } from "../../../packages/base/json/json.ts";
import { pointerSegments } from "../../../packages/base/json/pointer.ts";
import type { ResourceDefinition, RightRule } from "../../definitions/schema/definition.ts";
import { driftDirection, holdsEvery } from "../../definitions/schema/drift/drift-rank.ts";
import { outputSchema, schemaAt } from "../../definitions/schema/field-schema.ts";
import type { Schema } from "../../definitions/schema/schema.ts";
import { isMarker } from "../../definitions/schema/value.ts";
import { textInSentence } from "../../definitions/schema/value-in-sentence.ts";
import type { Right, RightsChange } from "./hunk.ts";

type Side = Json | undefined;

/** What says of rights, and by what the members of its lists are known. */
type Rules = Pick<ResourceDefinition, "rights" | "inputs" | "outputs" | "responses">;

/**
 * Who gains and who loses what where a value becomes another, by what its definition says of rights; undefined where
 * there is neither. Who is kept from a right by a value gains it when the value goes. `undefined`: there is no object
 * on that side.
 */
export function valueRights(rules: Rules, old: Side, next: Side): RightsChange | undefined {
  const stands = old !== undefined && next !== undefined;
  const [before, after] = [old, next].map((side) => told(rules, side).filter(({ itself }) => stands || !itself));
  if (before === undefined || after === undefined) return undefined;
  const come = without(after, before);
  const gone = without(before, after);
  const others = [limitRights(rules, old, next), listedGuards(rules, old, next)];
  const gains = [...come.filter(({ guards }) => !guards), ...gone.filter(({ guards }) => guards)];
  const loses = [...gone.filter(({ guards }) => !guards), ...come.filter(({ guards }) => guards)];
  const change = {
    gains: [...gains.map((each) => rightOf(each, "may")), ...others.flatMap((each) => each.gains)],
    loses: [...loses.map((each) => rightOf(formerly(each), "may no longer")), ...others.flatMap((each) => each.loses)],
  };
  return change.gains.length + change.loses.length === 0 ? undefined : change;
}

/** What a rule says of both sides, by the innermost member of a list that it lies in. */
function bothSides(definition: Rules, { at }: RightRule, old: Side, next: Side) {
  const [before, after] = [old, next].map((value) => {
    const places = placesAt(at.split("."), startOf(value, outputSchema(definition)));
    return new Map(places.map((place) => [place.key, place]));
  });
  return [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])].map((key) => {
    const [was, is] = [before?.get(key), after?.get(key)];
    const meaning = (is ?? was)?.schema?.drift;
    return { key, meaning, was: was?.value ?? undefined, is: is?.value ?? undefined };
  });
}

/** Limits and levels that became others: in one row each, by the direction in which they moved. */
function limitRights(definition: Rules, old: Side, next: Side): RightsChange {
  const gains: Right[] = [];
  const loses: Right[] = [];
  for (const rule of definition.rights ?? []) {
    const { limit, who = "", verb = "have", what } = rule;
    if (limit === undefined) continue;
    const said = (side: Side) =>
      side === undefined ? limit.none : limit.some.replace("{value}", () => textInSentence(side));
    for (const { key, meaning, was, is } of bothSides(definition, rule, old, next)) {
      const direction =
        meaning === undefined || jsonEqual(was ?? null, is ?? null) ? "same" : driftDirection(meaning, was, is);
      const right = {
        ...{ who, what: `${what} ${said(is)} (${key})` },
        says: `may ${verb} ${what} ${said(is)}, before ${said(was)} (${key})`,
      };
      if (direction === "looser" || direction === "other") gains.push(right);
      if (direction === "stricter" || direction === "other") loses.push(right);
    }
  }
  return { gains, loses };
}

/** Lists that name what people are kept from, one of which may stand for all there could be. */
function listedGuards(definition: Rules, old: Side, next: Side): RightsChange {
  const gains: Right[] = [];
  const loses: Right[] = [];
  for (const rule of definition.rights ?? []) {
    const { others, who = "", verb, what } = rule;
    if (others === undefined) continue;
    for (const { key, meaning, was, is } of bothSides(definition, rule, old, next)) {
      const right = (may: string) => (name: string) =>
        rightOf({ who, verb, what: `${what.replace("{value}", () => name)} (${key})` }, may);
      const left = (one: Side, other: Side) => {
        const [all, rest] = [namesIn(one), namesIn(other)];
        if (holdsEvery(meaning, other)) return [];
        if (!holdsEvery(meaning, one))
          return all.filter((name) => !rest.some((each) => jsonEqual(each, name))).map(textInSentence);
        return rest.length === 0 ? all.map(textInSentence) : [`${others} ${rest.map(textInSentence).join(", ")}`];
      };
      gains.push(...left(was, is).map(right("may")));
      loses.push(...left(is, was).map(right("may no longer")));
    }
  }
  return { gains, loses };
}

function namesIn(list: Side): readonly Json[] {
  return Array.isArray(list) ? list : [];
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
  readonly formerly: string | undefined;
  readonly guards: boolean;
  readonly itself: boolean;
  readonly verb: string | undefined;
  /** Who has it, whatever they are called and however a platform spells their id; with the value that is not told. */
  readonly holder: string;
}

function without(some: readonly Told[], others: readonly Told[]): readonly Told[] {
  return some.filter((each) => !others.some((other) => other.holder === each.holder && other.what === each.what));
}

/** The same as it is told of a value that is gone. */
function formerly(right: Told): Told {
  return right.formerly === undefined || right.guards ? right : { ...right, who: right.formerly };
}

function rightOf({ who, what, verb }: Pick<Told, "who" | "what" | "verb">, may: string): Right {
  return { who, what, ...(verb === undefined ? {} : { says: `${may} ${verb} ${what}` }) };
}

function told(definition: Rules, value: Side): readonly Told[] {
  const rights = (definition.rights ?? []).filter(({ limit, others }) => (limit ?? others) === undefined);
  if (rights.length === 0 || value === undefined) return [];
  const schema = outputSchema(definition);
  return rights.flatMap(({ at, is, who, called, what, verb, formerly, guards = false, itself = false }) =>
    placesAt(at.split("."), startOf(value, schema)).flatMap(({ value: given, schema: its, ...place }) => {
      const { key, holder, within, stage } = place;
      const found = is === undefined ? given : (given ?? its?.absentMeans);
      if ((found ?? null) === null || (is !== undefined && !jsonEqual(found, is))) return [];
      const said = what.replace("{value}", () => textInSentence(found)).replace("{stage}", () => stage);
      const right = { who: who ?? nameOf(found, key, called), what: within === "" ? said : `${said} (${within})` };
      const held = isMarker(found) ? canonicalJson([who ?? holder, found ?? null]) : (who ?? holder);
      return [{ ...right, holder: held, formerly, guards, itself, verb }];
    }),
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
  /** Which one it is, from 1, in the innermost list whose members have no key. */
  readonly stage: string;
}

function startOf(value: Side, schema: Schema): Place {
  return { value, schema, key: "", holder: "", within: "", stage: "" };
}

function placesAt(path: readonly string[], place: Place): readonly Place[] {
  const [segment, ...rest] = path;
  if (segment === undefined) return [place];
  const { value, within } = place;
  const schema = below(place.schema, segment);
  const hasKeys = itemKeyOf(place.schema) !== undefined;
  if (segment !== "*")
    return placesAt(rest, { ...place, schema, value: isJsonObject(value) ? ownMember(value, segment) : undefined });
  return membersOf(place).flatMap(([key, member]) =>
    placesAt(rest, {
      schema,
      value: member,
      key,
      holder: hasKeys ? key.toLowerCase() : key,
      within: within === "" && rest.length > 0 ? key : within,
      stage: !hasKeys && /^\d+$/.test(key) ? String(Number(key) + 1) : place.stage,
    }),
  );
}

function below(schema: Schema | undefined, segment: string): Schema | undefined {
  const found = schema === undefined ? undefined : schemaAt(schema, [segment === "*" ? 0 : segment]);
  return found === "any" ? undefined : found;
}

/** Members of a list by what they are known by, in a list or under their keys. */
function membersOf({ value, schema }: Place): readonly (readonly [string, Json])[] {
  if (isMarker(value)) return [[textInSentence(value), value ?? null]];
  if (!Array.isArray(value)) return isJsonObject(value) ? Object.entries(value) : [];
  const itemKey = itemKeyOf(schema);
  return value.map((member: Json, index) => {
    const id = isJsonObject(member) && itemKey !== undefined ? ownMember(member, itemKey) : member;
    return [typeof id === "string" || isMarker(id) ? textInSentence(id) : String(index), member];
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
