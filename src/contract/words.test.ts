import { expectTypeOf, test } from "vitest";
import type { Json } from "../../packages/base/json/json.ts";
import {
  anyValue,
  component,
  count,
  document,
  each,
  extensible,
  flag,
  type Infer,
  is,
  list,
  map,
  object,
  oneOf,
  orNull,
  page,
  perhaps,
  ref,
  text,
  variants,
} from "./words.ts";

const Leaf = document("Leaf", "A leaf.", { name: text("A name."), "size?": count("A size.") }, { name: "a" });

test("a member whose name ends with `?` may be left out, and no other", () => {
  expectTypeOf<Infer<typeof Leaf>>().toEqualTypeOf<{ readonly name: string; readonly size?: number }>();
  const leaf: Infer<typeof Leaf> = { name: "a" };
  // @ts-expect-error `name` is missing
  const without: Infer<typeof Leaf> = { size: 1 };
  // @ts-expect-error a member that is left out is not undefined
  const unset: Infer<typeof Leaf> = { name: "a", size: undefined };
  // @ts-expect-error there is no such member
  const more: Infer<typeof Leaf> = { name: "a", color: "red" };
  // @ts-expect-error documents are read, never written to
  leaf.name = "b";
  // @ts-expect-error an example has to fit
  component("Leaf", object({ name: text("A name.") }), { name: 1 });
  return [without, unset, more];
});

test("null is a value of its own", () => {
  const schema = object({ at: orNull(text("When.")), is: flag("Whether.") });
  expectTypeOf<Infer<typeof schema>>().toEqualTypeOf<{ readonly at: string | null; readonly is: boolean }>();
  // @ts-expect-error null is not left out
  const without: Infer<typeof schema> = { is: true };
  return without;
});

test("one of a few values is a union of them", () => {
  expectTypeOf<Infer<ReturnType<typeof kinds>>>().toEqualTypeOf<"a" | "b">();
  const open = perhaps("Which.", ["a", "b"]);
  expectTypeOf<Infer<typeof open>>().toEqualTypeOf<"a" | "b">();
});

function kinds() {
  return oneOf("Which.", ["a", "b"]);
}

test("variants are told apart by what they say they are", () => {
  const event = variants("An event.", [
    object({ kind: is("begun"), steps: count("How many.") }),
    object({ kind: is("ended"), why: text("Why.") }),
  ]);
  const told = (value: Infer<typeof event>) => (value.kind === "begun" ? value.steps : value.why);
  expectTypeOf(told).returns.toEqualTypeOf<string | number>();
  // @ts-expect-error a member of the other variant
  const mixed: Infer<typeof event> = { kind: "begun", why: "" };
  return mixed;
});

test("lists, maps and pages hold what they are of, and are read only", () => {
  const leaves = list(ref(Leaf), "Leaves.");
  expectTypeOf<Infer<typeof leaves>>().toEqualTypeOf<readonly { readonly name: string; readonly size?: number }[]>();
  const values = map(anyValue("A value."), "Values.");
  expectTypeOf<Infer<typeof values>>().toEqualTypeOf<{ readonly [key: string]: Json }>();
  const counts = object(each(["create", "delete"], (kind) => count(kind)));
  expectTypeOf<Infer<typeof counts>>().toEqualTypeOf<{ readonly create: number; readonly delete: number }>();
  const leafPage = page("leaves", ref(Leaf), "A page.", { version: text("Of the list.") });
  const one: Infer<typeof leafPage> = { leaves: [{ name: "a" }], version: "1" };
  expectTypeOf(one.nextCursor).toEqualTypeOf<string | undefined>();
  // @ts-expect-error the version is missing
  const without: Infer<typeof leafPage> = { leaves: [] };
  // @ts-expect-error a list is read, never written to
  one.leaves.push({ name: "b" });
  return without;
});

test("an extensible object has at least its members", () => {
  const person = extensible({ name: text("A name.") }, "A person.");
  expectTypeOf<Infer<typeof person>>().toEqualTypeOf<{ readonly name: string }>();
});
