import { isJsonObject, type Json, jsonEqual, ownMember } from "../../../packages/base/json/json.ts";
import { pointerSegments } from "../../../packages/base/json/pointer.ts";
import type { RightRule } from "../../definitions/schema/definition.ts";
import type { Right, RightsChange } from "./hunk.ts";

type Side = Json | undefined;

/**
 * Who gains and who loses what where a value becomes another, by what its definition says of rights; undefined where
 * nobody does. Who is kept from a right by a value gains it when the value goes.
 */
export function valueRights(rules: readonly RightRule[], old: Side, next: Side): RightsChange | undefined {
  const [before, after] = [told(rules, old), told(rules, next)];
  const come = without(after, before);
  const gone = without(before, after);
  const gains = [...come.filter(({ guards }) => !guards), ...gone.filter(({ guards }) => guards)];
  const loses = [...gone.filter(({ guards }) => !guards), ...come.filter(({ guards }) => guards)];
  if (gains.length + loses.length === 0) return undefined;
  return { gains: gains.map(rightOf), loses: loses.map(rightOf) };
}

/** The same where only a part of a value is known: what stands at a path on either side. Lists may be named by keys. */
export function movedRights(
  rules: readonly RightRule[],
  path: string,
  old: Side,
  next: Side,
): RightsChange | undefined {
  return valueRights(rules, lyingAt(path, old), lyingAt(path, next));
}

function lyingAt(path: string, value: Side): Side {
  if (value === undefined) return undefined;
  return pointerSegments(path).reduceRight<Json>((made, segment) => ({ [segment]: made }), value);
}

/** A right, or what keeps people from one. */
interface Told extends Right {
  readonly guards: boolean;
  /** Who has it, whatever they are called and however their id is spelt. */
  readonly holder: string;
}

function without(some: readonly Told[], others: readonly Told[]): readonly Told[] {
  return some.filter((each) => !others.some((other) => other.holder === each.holder && other.what === each.what));
}

function rightOf({ who, what }: Told): Right {
  return { who, what };
}

function told(rules: readonly RightRule[], value: Side): readonly Told[] {
  return rules.flatMap(({ at, is, who, what, guards = false }) =>
    placesAt(at.split("."), value).flatMap(({ value: found, key, within }): readonly Told[] => {
      if ((found ?? null) === null || (is !== undefined && !jsonEqual(found, is))) return [];
      const said = what.replace("{value}", () => (typeof found === "string" ? found : JSON.stringify(found)));
      const holder = who ?? (idOf(found ?? null) ?? key).toLowerCase();
      const right = { who: who ?? nameOf(found, key), what: within === "" ? said : `${said} (${within})` };
      return [{ ...right, holder, guards }];
    }),
  );
}

interface Place {
  readonly value: Side;
  /** Of the innermost member of a list. */
  readonly key: string;
  /** The outermost member of a list that the place lies in, where it is not that itself. */
  readonly within: string;
}

function placesAt(path: readonly string[], value: Side, key = "", within = ""): readonly Place[] {
  const [segment, ...rest] = path;
  if (segment === undefined) return [{ value, key, within }];
  if (segment !== "*") return placesAt(rest, isJsonObject(value) ? ownMember(value, segment) : undefined, key, within);
  return membersOf(value).flatMap(([name, member]) =>
    placesAt(rest, member, name, within === "" && rest.length > 0 ? name : within),
  );
}

/** Members of a list by what they are known by, in a list or under their keys. */
function membersOf(value: Side): readonly (readonly [string, Json])[] {
  if (Array.isArray(value)) return value.map((member: Json, index) => [idOf(member) ?? String(index), member]);
  return isJsonObject(value) ? Object.entries(value) : [];
}

function idOf(value: Json): string | undefined {
  const id = isJsonObject(value) ? value["id"] : value;
  return typeof id === "string" ? id : undefined;
}

/** What people call somebody, beside the id that tells them from others. */
function nameOf(value: Side, key: string): string {
  const id = value === undefined ? undefined : idOf(value);
  const [name] = isJsonObject(value) ? [value["displayName"], value["description"]].filter(isName) : [];
  const known = id ?? key;
  return name === undefined || name === known ? known : `${name} (${known})`;
}

function isName(value: Side): value is string {
  return typeof value === "string" && value !== "";
}
