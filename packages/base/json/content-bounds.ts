import { isJsonObject, type Json } from "./json.ts";

/** How many outputs a stack has at most, by its declaration or by what is imported. */
export const mostOutputs = 10_000;

/** How many names a list has at most that says what one object needs, or which of its fields are special. */
export const mostNames = 10_000;

/** So much a value may hold (decision 0064). */
export interface Room {
  readonly values: number;
  /** In all texts and names together. */
  readonly characters: number;
}

/** All outputs of a stack together: they are read and written in one go. */
export const roomOfOutputs: Room = { values: 50_000, characters: 2 * 1024 * 1024 };

/** One object with all that is recorded of it. */
export const roomOfRecord: Room = { values: 20_000, characters: 1024 * 1024 };

/** All objects of a declaration, as much as the body of an import takes. */
export const roomOfObjects: Room = { values: 1_000_000, characters: 32 * 1024 * 1024 };

/** What is said of a value that has no room. */
export function beyondRoom(what: string, { values, characters }: Room): string {
  return `${what} may hold at most ${values} values and ${characters} characters`;
}

/** Whether a value, with all in it, has no more room than is given. Looks no further once it has. */
export function fitsInto(value: Json, room: Room): boolean {
  return roomBeside(value, room) !== null;
}

/** What of a room is left beside a value, with all in it; null where it has no room there. Looks no further then. */
export function roomBeside(value: Json, room: Room): Room | null {
  let { values, characters } = room;
  const open: Json[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    values -= 1;
    if (typeof next === "string") characters -= next.length;
    if (Array.isArray(next)) {
      if (next.length > values) return null;
      for (const each of next) open.push(each);
    } else if (isJsonObject(next)) {
      let left = values;
      for (const name in next) {
        characters -= name.length;
        left -= 1;
        if (left < 0 || characters < 0) return null;
        open.push(next[name] ?? null);
      }
    }
    if (values < 0 || characters < 0) return null;
  }
  return { values, characters };
}

/** So many characters take about as long to read and to write as one value does. */
const charactersOfValue = 64;

/** How long a value takes to read or to write, counted in values. Looks no further than `most`. */
export function weightOf(value: Json, most: number): number {
  let weight = 0;
  const open: Json[] = [value];
  for (let next = open.pop(); next !== undefined && weight < most; next = open.pop()) {
    weight += 1;
    if (typeof next === "string") weight += next.length / charactersOfValue;
    if (Array.isArray(next)) for (const each of next) open.push(each);
    else if (isJsonObject(next)) for (const name in next) open.push(next[name] ?? null);
  }
  return weight;
}
