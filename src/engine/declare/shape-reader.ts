import { isJsonObject, type Json, type JsonObject, ownMember } from "../../../packages/base/json/json.ts";
import { pointer, pointerSegments } from "../../../packages/base/json/pointer.ts";
import { meantBoolean } from "../../../packages/base/meant-boolean.ts";
import { didYouMean, nearestName } from "../../../packages/base/nearest-name.ts";
import { type Problem, problem } from "../../../packages/base/problems/problem.ts";
import type { ProblemCode } from "../../../packages/base/problems/problem-codes.ts";
import { EnoughProblems, mostProblems } from "../../../packages/base/problems/problem-limit.ts";
import { withLatinLetters } from "../../../packages/base/text/look-alikes.ts";
import type { Spans } from "./spans.ts";

/** Parts of a declaration whose entries have names. */
const namedSpaces: ReadonlySet<string> = new Set(["resources", "lookups", "providers", "config", "outputs"]);

/** Reads parts of a document whose shape is fixed, and collects what does not fit. Lives as long as one reading. */
export class ShapeReader {
  readonly problems: Problem[] = [];
  readonly #spans: Spans;
  readonly #guesses: boolean;

  constructor(spans: Spans, guesses: boolean) {
    this.#spans = spans;
    this.#guesses = guesses;
  }

  /** Throws EnoughProblems once there are more than are told. */
  report(
    code: ProblemCode,
    detail: string,
    path: string,
    at: "key" | "value",
    way: { readonly hint?: string | undefined; readonly fix?: string | undefined } = {},
  ): void {
    const [space = "", name = ""] = pointerSegments(path);
    this.problems.push(
      problem(code, detail, {
        address: namedSpaces.has(space) && name !== "" ? `${space}.${name}` : undefined,
        pointer: path,
        at,
        hint: way.hint,
        ...this.#spans.placeOf(path, at, way.fix),
      }),
    );
    if (this.problems.length > mostProblems) throw new EnoughProblems();
  }

  /**
   * A mapping; empty where it is absent or null, undefined (and a problem) where it is anything else. `instead` is what
   * is to be written in the place of such a value.
   */
  mapping(value: Json | undefined, path: string, instead: (value: Json) => Way = asEntries): JsonObject | undefined {
    if (value === undefined || value === null) return {};
    if (isJsonObject(value)) return value;
    this.report("wrong-type", `a mapping is expected here, not ${describe(value)}`, path, "value", instead(value));
    return undefined;
  }

  /** A text that must be there; `at` is blamed where it is not. */
  text(parent: JsonObject, key: string, path: string, hint?: string): string | undefined {
    const value = ownMember(parent, key);
    if (value === undefined || value === null) {
      const place = value === null ? pointer(path, key) : path;
      this.report("missing-key", `\`${key}\` is missing`, place, "key", { hint });
      return undefined;
    }
    if (typeof value === "string") return value;
    this.report("wrong-type", `\`${key}\` must be text, not ${describe(value)}`, pointer(path, key), "value");
    return undefined;
  }

  /** A value that may be absent and must have the type otherwise. */
  optional(parent: JsonObject, key: string, type: "boolean", path: string): boolean | undefined;
  optional(parent: JsonObject, key: string, type: "string", path: string): string | undefined;
  optional(parent: JsonObject, key: string, type: "boolean" | "string", path: string): boolean | string | undefined {
    const value = ownMember(parent, key);
    if (value === undefined || value === null) return undefined;
    if (typeof value === type && (typeof value === "boolean" || typeof value === "string")) return value;
    const expected = type === "boolean" ? "true or false" : "text";
    const fix = type === "boolean" ? meantBoolean(value) : undefined;
    const detail = `\`${key}\` must be ${expected}, not ${describe(value)}`;
    this.report("wrong-type", detail, pointer(path, key), "value", { fix });
    return undefined;
  }

  /**
   * The mapping, and a problem of each key that is not among the known ones. Where it may guess, one that is a known
   * one misspelt is read as that: nothing more is said of what it leaves out. `way` tells of others where they belong.
   */
  onlyKeys(
    parent: JsonObject,
    known: readonly string[],
    path: string,
    way: (key: string) => string | undefined = () => undefined,
  ): JsonObject {
    const corrected: [string, Json][] = [];
    for (const key in parent) {
      if (known.includes(key)) continue;
      const elsewhere = way(key);
      const free = known.filter((each) => !Object.hasOwn(parent, each) && !corrected.some(([other]) => other === each));
      const meant = elsewhere === undefined ? didYouMean(key, free) : { hint: elsewhere };
      this.report("unknown-key", `\`${key}\` is not among ${known.join(", ")}`, pointer(path, key), "key", meant);
      const near = elsewhere === undefined ? nearestName(key, free) : undefined;
      if (near === undefined || !this.#guesses) continue;
      corrected.push([near, parent[key] ?? null]);
      this.#spans.standsFor(pointer(path, near), pointer(path, key));
    }
    return corrected.length === 0 ? parent : { ...parent, ...Object.fromEntries(corrected) };
  }

  /** Reads every entry of a mapping whose keys are names; entries that `read` gives up are left out. */
  entries<T>(
    value: Json | undefined,
    path: string,
    nameFault: (name: string) => string | undefined,
    read: (value: Json, path: string, name: string) => T | undefined,
  ): Readonly<Record<string, T>> {
    const kept: Record<string, T> = {};
    const mapping = this.mapping(value, path, byName) ?? {};
    const names = Object.keys(mapping);
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index] ?? "";
      const place = pointer(path, name);
      const fault = nameFault(name);
      if (fault !== undefined) this.report("invalid-name", fault, place, "key", { fix: soundName(name, nameFault) });
      const entry = read(mapping[name] ?? null, place, name);
      if (entry !== undefined && name !== "__proto__") kept[name] = entry;
    }
    return kept;
  }
}

/** A way out, in words and as what is to stand in the place. */
interface Way {
  readonly hint?: string | undefined;
  readonly fix?: string | undefined;
}

function asEntries(): Way {
  return { hint: "write entries, `key: value` each" };
}

function byName(): Way {
  return { hint: "write each entry by its name and without a dash, `NAME: ...`" };
}

/** The same name with hyphens in the place of what no name may hold, where that makes one. */
function soundName(name: string, nameFault: (name: string) => string | undefined): string | undefined {
  const near = withLatinLetters(name)
    .replaceAll(/[^A-Za-z0-9_]+/g, "-")
    .replaceAll(/^[^A-Za-z_]+|-+$/g, "");
  return near === "" || nameFault(near) !== undefined ? undefined : near;
}

/** A value's kind in words, for messages. */
export function describe(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a mapping";
  if (typeof value === "string") return "text";
  return typeof value === "boolean" ? "true or false" : "a number";
}
