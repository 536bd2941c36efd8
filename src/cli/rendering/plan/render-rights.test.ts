import { expect, test } from "vitest";
import { painter } from "../paint.ts";
import { renderRights } from "./render-rights.ts";

const screen = { paint: painter(false), width: 80, whole: true };
const who = "group:ops@acme.example";

test("a condition that changes is told by what of it differs", () => {
  const lines = ["request.time < timestamp('2028-01-01T00:00:00Z') &&", "resource.name.startsWith('prod-')"];
  const when = (expression: string) => ({ title: "until-2028", expression });
  const old = { who, what: "roles/viewer", when: when(lines.join("\n")) };
  const next = { ...old, when: when(lines.join("\n").replace("prod-", "dev-")) };
  expect(renderRights([{ name: "ops", rights: { loses: [old], gains: [next] } }], screen)).toEqual([
    "Who gains and who loses what:",
    "  ~ group:ops@acme.example keeps roles/viewer, under another condition  ops",
    "      condition.expression:",
    "          request.time < timestamp('2028-01-01T00:00:00Z') &&",
    "        - resource.name.startsWith('prod-')",
    "        ?                           ^^^^",
    "        + resource.name.startsWith('dev-')",
    "        ?                           ^^^",
    "",
  ]);
});

test("a right that loses its condition, comes or goes", () => {
  const right = (more: object) => ({ who, what: "roles/viewer", ...more });
  const told = (loses: readonly object[], gains: readonly object[]) =>
    renderRights([{ name: "ops", rights: { loses, gains } as never }], screen);
  expect(told([right({ when: { title: "t" } })], [right({})])).toEqual([
    "Who gains and who loses what:",
    `  + ${who} keeps roles/viewer, without a condition  ops`,
    '      condition: { title: "t" } -> (removed)',
    "",
  ]);
  expect(told([right({})], [right({ when: { title: "t" } })]).slice(1, 3)).toEqual([
    `  - ${who} keeps roles/viewer, only under a condition  ops`,
    '      condition: (none) -> { title: "t" }',
  ]);
  expect(told([right({ what: "a" })], [right({ what: "b", when: 1 })]).slice(1, 3)).toEqual([
    `  - ${who} loses a  ops`,
    `  + ${who} gains b if 1  ops`,
  ]);
  expect(told([], [])).toEqual([]);
});

test("a secret in the place of another one is lost and gained: no condition is another one", () => {
  const right = { who: "(secret)", what: "the codes of people who sign in" };
  expect(renderRights([{ name: "cl", rights: { loses: [right], gains: [right] } }], screen)).toEqual([
    "Who gains and who loses what:",
    "  - (secret) loses the codes of people who sign in  cl",
    "  + (secret) gains the codes of people who sign in  cl",
    "",
  ]);
});

test("lines that are wider than the screen are broken at spaces", () => {
  const rights = {
    gains: [{ who, what: "roles/viewer" }],
    loses: [{ who: "group:all@acme.example", what: "the other" }],
  };
  const [, ...lines] = renderRights([{ name: "ops", rights }], { ...screen, width: 30 });
  expect(lines).toEqual([
    "  - group:all@acme.example",
    "    loses the other  ops",
    "  + group:ops@acme.example",
    "    gains roles/viewer  ops",
    "",
  ]);
});

test("a line that is too wide as a row of the table is told without its column, and its name stays beside it", () => {
  const right = (what: string, by: string) => ({ who: by, what });
  const gains = [
    right("tokens", "https://portal.example.com/callback"),
    right(`the scope ${"x".repeat(40)}`, "the client"),
  ];
  expect(renderRights([{ name: "ops", rights: { gains, loses: [] } }], screen).slice(1, 3)).toEqual([
    "  + https://portal.example.com/callback gains tokens  ops",
    `  + the client gains the scope ${"x".repeat(40)}  ops`,
  ]);
});

test("what a right says itself stands in place of gaining and losing it", () => {
  const right = (says: string) => ({ who: "whoever asks", what: "the role", says });
  const rights = {
    loses: [{ ...right("may no longer get it"), what: "it" }, right("may get it in c2, before in c1")],
    gains: [right("may get it in c2, before in c1")],
  };
  expect(renderRights([{ name: "ops", rights }], screen).slice(1, 3)).toEqual([
    "  - whoever asks may no longer get it  ops",
    "  ~ whoever asks may get it in c2, before in c1  ops",
  ]);
});

test("what has happened already is told as past", () => {
  const rights = { gains: [{ who, what: "roles/viewer" }], loses: [{ who, what: "roles/owner" }] };
  expect(renderRights([{ name: "ops", rights }], screen, "past").slice(0, 3)).toEqual([
    "Who has gained and who has lost what since the last run, outside of plumb:",
    `  - ${who} has lost roles/owner  ops`,
    `  + ${who} has gained roles/viewer  ops`,
  ]);
});

test("what is lost at the old object of a resource says so", () => {
  const right = { who: "ann", what: "viewer" };
  const rights = { gains: [], loses: [right] };
  expect(renderRights([{ name: "ops", rights, superseded: true }], screen)[1]).toBe(
    "  - ann loses viewer  ops (the old object)",
  );
});
