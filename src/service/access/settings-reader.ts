import { isJsonObject, type Json, type JsonObject } from "../../../packages/base/json/json.ts";
import { nearestName } from "../../../packages/base/nearest-name.ts";
import { type Problem, problem } from "../../../packages/base/problems/problem.ts";

/** Reads the members of one object of the settings, and collects what is wrong with them. */
export class SettingsReader {
  readonly problems: Problem[];
  readonly #object: JsonObject;
  readonly #file: string;
  readonly #pointer: string;

  constructor(object: JsonObject, file: string, pointer = "", problems: Problem[] = []) {
    this.#object = object;
    this.#file = file;
    this.#pointer = pointer;
    this.problems = problems;
  }

  wrong(pointer: string, detail: string, hint?: string): void {
    const at = pointer === "" ? this.#file : `${this.#file}, ${pointer}`;
    this.problems.push(problem("invalid-access-settings", `${at}: ${detail}`, { pointer, hint }));
  }

  /** Complains of every member that is not among these. */
  known(names: readonly string[]): void {
    for (const name of Object.keys(this.#object).filter((each) => !names.includes(each))) {
      const near = nearestName(name, names);
      this.wrong(
        this.#at(name),
        "this is not known here",
        near === undefined ? undefined : `Did you mean \`${near}\`?`,
      );
    }
  }

  text(name: string): string | null {
    const value = this.#object[name];
    if (value === undefined) return null;
    if (typeof value === "string" && value !== "") return value;
    this.wrong(this.#at(name), "this is no text");
    return null;
  }

  /** A list of texts, or one. */
  texts(name: string): readonly string[] | null {
    const value = this.#object[name];
    if (value === undefined) return null;
    const items = Array.isArray(value) ? value : [value];
    if (items.every((each) => typeof each === "string" && each !== "")) return items as readonly string[];
    this.wrong(this.#at(name), "these are no texts");
    return null;
  }

  /** Texts out of a few. */
  choice<T extends string>(name: string, allowed: readonly T[]): readonly T[] | null {
    const given = this.texts(name);
    if (given === null) return null;
    const chosen = allowed.filter((each) => given.includes(each));
    if (given.length > 0 && chosen.length === new Set(given).size) return chosen;
    this.wrong(this.#at(name), `these can only be ${allowed.join(", ")}`);
    return null;
  }

  whole(name: string, least: number, most: number): number | null {
    const value = this.#object[name];
    if (value === undefined) return null;
    if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= most) return value;
    this.wrong(this.#at(name), `this is no whole number from ${least} to ${most}`);
    return null;
  }

  list(name: string): readonly Json[] | null {
    const value = this.#object[name];
    if (value === undefined) return null;
    if (Array.isArray(value)) return value;
    this.wrong(this.#at(name), "this is no list");
    return null;
  }

  value(name: string): Json | undefined {
    return this.#object[name];
  }

  /** The members of an object below this one; null where there is none. */
  below(name: string): SettingsReader | null {
    const value = this.#object[name];
    return value === undefined ? null : this.of(value, name);
  }

  /** The members of a value that stands below this object. */
  of(value: Json, ...path: readonly (string | number)[]): SettingsReader | null {
    const pointer = [this.#pointer, ...path].join("/");
    if (isJsonObject(value)) return new SettingsReader(value, this.#file, pointer, this.problems);
    this.wrong(pointer, "this is no object");
    return null;
  }

  /** Complains of a member. */
  wrongAt(name: string, detail: string): void {
    this.wrong(this.#at(name), detail);
  }

  #at(name: string): string {
    return `${this.#pointer}/${name}`;
  }
}
