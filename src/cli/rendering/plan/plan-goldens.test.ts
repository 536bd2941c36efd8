import { expect, test } from "vitest";
import type { FieldView, StepView } from "../../../contract/documents/plans/steps.ts";
import { noSteps } from "../../../contract/documents/plans/steps.ts";
import { runFake, samplePlan } from "../../cli-context.fixture.ts";

const field = (path: string, values: Partial<FieldView>): FieldView => ({
  path,
  reason: "declared",
  replace: false,
  ...values,
});
const step = (values: Partial<StepView> & Pick<StepView, "name" | "action">): StepView => ({
  needs: [],
  type: "compute:ReservationIamMember",
  fields: [],
  warnings: [],
  ...values,
});

const lines = ['request.time < timestamp("2028-01-01T00:00:00Z") &&', 'resource.name.startsWith("prod-") &&'];
const rest = Array.from({ length: 12 }, (_, index) => `!("blocked-${index}" in request.labels) &&`);
const condition = [...lines, ...rest, "true"].join("\n");
const uris = (last: string) => [
  ...Array.from({ length: 9 }, (_, index) => `https://portal-${index}.example.com`),
  last,
];
const odd = "tab\there, bell\u0007, red\u001b[31m, \u202eright to left, 漢字, e\u0301, no break\u00a0, blanks  ";

const plan = samplePlan({
  summary: { ...noSteps, create: 1, update: 2, replace: 2, delete: 1, same: 4 },
  steps: [
    step({
      name: "a10",
      action: "update",
      id:
        "projects/acme-production/zones/europe-west1-b/reservations/migration-wave-1 roles/viewer " +
        "group:ops@acme.example",
      fields: [
        field("/condition/expression", { old: condition, new: condition.replace("prod-", "dev-") }),
        field("/description", { old: odd, new: `${odd.trimEnd()}, and more` }),
        field("/role", { old: "roles/viewer", new: "roles/admin" }),
        field("/secret", {
          old: { $secret: { id: "1", fingerprint: "3fa9c1d2e4b5a697" } },
          new: { $secret: { id: "2", fingerprint: "99ffee00112233aa" } },
        }),
      ],
      rights: {
        loses: [{ who: "group:ops@acme.example", what: "roles/viewer", when: { title: "until-2028" } }],
        gains: [{ who: "group:ops@acme.example", what: "roles/admin" }],
      },
    }),
    step({
      name: "a2",
      action: "update",
      type: "iam:OAuthClient",
      fields: [
        field("/allowedRedirectUris", { old: uris("https://old.example.com"), new: uris("https://new.example.com") }),
      ],
    }),
    step({ name: "gone", action: "delete", id: "projects/acme/locations/global/oauthClients/gone" }),
    step({
      name: "moved",
      action: "replace",
      order: "create-before-delete",
      fields: [field("/location", { old: "global", new: "eu", replace: true })],
    }),
    step({
      name: "other",
      action: "replace",
      order: "delete-before-create",
      fields: [field("/labels", { old: { team: "a", "a.b": "x" }, new: { team: "b", "a.b": "y" }, replace: true })],
    }),
    step({
      name: "portal",
      action: "create",
      type: "iam:OAuthClient",
      fields: [
        field("/displayName", { new: "Portal" }),
        field("/description", {
          new: "A portal for those who look after the migration of all that we have. ".repeat(4),
        }),
        field("/allowedRedirectUris", { new: uris("https://new.example.com") }),
        field("/condition/expression", { new: condition }),
      ],
    }),
  ],
});

const routes = { "POST /v1/projects/x/stacks/dev/plans": { status: 201, body: plan } };

test.each([
  ["40-columns", "plan", { tty: true, columns: 40 }],
  ["80-columns", "plan", { tty: true, columns: 80 }],
  ["120-columns", "plan", { tty: true, columns: 120 }],
  ["200-columns", "plan", { tty: true, columns: 200 }],
  ["80-columns-full", "plan --full", { tty: true, columns: 80 }],
  ["no-color", "plan", { tty: true, columns: 80, environment: { NO_COLOR: "1" } }],
  ["dumb", "plan", { tty: true, columns: 80, environment: { TERM: "dumb" } }],
  ["ci", "plan", { environment: { CI: "true" } }],
] as const)("a plan as it is shown: %s", async (name, line, options) => {
  const { stdout } = await runFake(line, routes, options);
  // Sequences that color are written so that they can be read.
  await expect(stdout.replaceAll("\u001b", "‹esc›")).toMatchFileSnapshot(`goldens/${name}.txt`);
});

test("a dumb terminal and NO_COLOR show the same, and CI shows all", async () => {
  const shown = async (options: Parameters<typeof runFake>[2]) => (await runFake("plan", routes, options)).stdout;
  const plain = await shown({ tty: true, columns: 80, environment: { NO_COLOR: "1" } });
  expect(await shown({ tty: true, columns: 80, environment: { TERM: "dumb" } })).toBe(plain);
  expect(plain).not.toContain("\u001b");
  const ci = await shown({ environment: { CI: "true" } });
  for (const each of condition.split("\n")) expect(ci).toContain(each);
});

const many = (count: number) => {
  const type = (index: number) => (index % 3 === 0 ? "compute:ReservationIamMember" : "iam:OAuthClient");
  const created = Array.from({ length: count }, (_, index) =>
    step({
      name: `a${index}`,
      action: "create",
      type: type(index),
      fields: [field("/displayName", { new: `A ${index}` })],
    }),
  );
  const hurts = [step({ name: "z10", action: "delete", id: "z10" }), step({ name: "z9", action: "delete", id: "z9" })];
  const changed = step({ name: "y", action: "update", fields: [field("/role", { old: "a", new: "b" })] });
  const calls = [{ vendor: "google", calls: count + 3 }];
  return samplePlan({ steps: [...created, changed, ...hurts], estimate: { calls, atLeastMs: count * 16 } });
};

test.each([200, 10_000])("a plan of %d resources is told by groups, with what hurts first", async (count) => {
  const answers = { "POST /v1/projects/x/stacks/dev/plans": { status: 201, body: many(count) } };
  const { stdout } = await runFake("plan --no-color", answers, { tty: true, columns: 80 });
  await expect(stdout).toMatchFileSnapshot(`goldens/${count}-resources.txt`);
  expect(stdout.split("\n").length).toBeLessThan(100);
  const piped = (await runFake("plan", answers)).stdout;
  expect(piped.split("\n").filter((line) => /^ {4}displayName: "A \d+"$/.test(line))).toHaveLength(count);
});
