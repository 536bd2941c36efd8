import { describe, expect, test } from "vitest";
import { problem } from "../../../../packages/base/problems/problem.ts";
import type { PlanView } from "../../../contract/documents/plans/plan.ts";
import type { StepView } from "../../../contract/documents/plans/steps.ts";
import { noSteps } from "../../../contract/documents/plans/steps.ts";
import { emptyPlan, samplePlan } from "../../cli-context.fixture.ts";
import { painter } from "../paint.ts";
import { problemsBeside, renderPlan } from "./render-plan.ts";

const plain = { paint: painter(false), width: 100, whole: false };
const step = (parts: Partial<StepView> & Pick<StepView, "name" | "action">): StepView => ({
  needs: [],
  type: "iam:OAuthClient",
  fields: [],
  warnings: [],
  ...parts,
});
const field = (path: string, parts: Partial<StepView["fields"][number]>) => ({
  path,
  reason: "declared" as const,
  replace: false,
  ...parts,
});
const linesOf = ({ changes, counts }: ReturnType<typeof renderPlan>) => [...changes, ...counts];
const text = (plan: PlanView, width = 100): string => linesOf(renderPlan(plan, { ...plain, width })).join("\n");

describe("renderPlan", () => {
  test("that an object is gone is told once, and not of each of its fields", () => {
    const fields = ["/location", "/description"].map((path) => field(path, { new: "x", reason: "drifted" }));
    const shown = text(samplePlan({ steps: [step({ name: "gate", action: "create", fields })] }));
    expect(shown).toMatch(/\(it is gone .* made anew\)/);
    expect(shown).not.toContain("changed on the platform");
  });

  test("what is planned later is not said to follow steps where there are none", () => {
    const deferred = [{ name: "gate", why: "it waits" }];
    expect(text(samplePlan({ steps: [step({ name: "same", action: "same" })], deferred }))).toContain(
      "Not planned yet:",
    );
  });

  test("what a deletion gives its object first is told with it", () => {
    const first = [field("/disabled", { old: false, new: true, reason: "before deletion" })];
    const plan = samplePlan({
      summary: { ...noSteps, delete: 1, replace: 1 },
      steps: [
        step({ name: "gone", action: "delete", id: "one", fields: first }),
        step({ name: "next", action: "replace", id: "new", order: "create-before-delete" }),
        step({ name: "next", action: "delete", id: "old", superseded: true, fields: first }),
      ],
    });
    expect(text(plan)).toMatchInlineSnapshot(`
      "Plan for stack x/dev

      -   gone  iam:OAuthClient
            one
            disabled: false -> true  # set first

      +/- next  iam:OAuthClient  (the new one first, then the old one is deleted; no value changes)
            new
            - the old object old is deleted
              disabled: false -> true  # set first

      Plan: 0 to create, 0 to change, 1 to replace, 1 to delete."
    `);
  });

  test("the old object of a replacement that deletes nothing is told to stay", () => {
    const next = step({ name: "next", action: "replace", id: "new", order: "create-before-delete", keepsOld: true });
    const shown = text(samplePlan({ summary: { ...noSteps, create: 1 }, steps: [next] }));
    expect(shown).toMatch(/^\+ next {2}iam:OAuthClient {2}\(.*old one is kept\)$/m);
    expect(shown).toContain("Plan: 1 to create, 0 to change, 0 to delete.");
  });

  test("grants of others that its writes remove are told beside the counts, without those of a step that is refused", () => {
    const problems = ["it", "it", "refused"].map((address) => problem("bindings-lost", "this removes x", { address }));
    const refused = step({ name: "refused", action: "update", blocked: true });
    const steps = [step({ name: "it", action: "update" }), refused];
    const shown = text(samplePlan({ summary: { ...noSteps, update: 1 }, steps, problems }));
    expect(shown).toContain("Plan: 0 to create, 1 to change, 0 to delete, 2 grants of others to remove. 1 will fail.");
  });

  test("grants of others that its steps bring back are told beside the counts", () => {
    const problems = ["it", "it"].map((address) => problem("brought-back", "this brings back x", { address }));
    const steps = [step({ name: "it", action: "update" })];
    const shown = text(samplePlan({ summary: { ...noSteps, update: 1 }, steps, problems }));
    expect(shown).toContain("Plan: 0 to create, 1 to change, 0 to delete, 2 grants of others to bring back.");
  });

  test("a plan that is blocked ends with why, beside what it would do", () => {
    const problems = [problem("protected", "it is protected", { address: "next" })];
    expect(
      text(
        samplePlan({ summary: { ...noSteps, delete: 1 }, steps: [step({ name: "next", action: "delete" })], problems }),
      ),
    ).toMatch(/1 to delete\.\nThe plan is blocked, and nothing of it is done: next: /);
  });

  test("a step that a run will refuse is told as such, and not counted", () => {
    const plan = samplePlan({
      summary: { ...noSteps, create: 1 },
      steps: [
        step({ name: "made", action: "create" }),
        step({ name: "theirs", action: "adopt", id: "t", blocked: true, warnings: ["it is not ours"] }),
      ],
    });
    expect(text(plan)).toMatchInlineSnapshot(`
      "Plan for stack x/dev

      ! theirs  iam:OAuthClient  (is left as it is, and fails)
          t
          ! it is not ours

      + made    iam:OAuthClient

      Plan: 1 to create, 0 to change, 0 to delete. 1 will fail."
    `);
  });

  test("what is put back before it is forgotten says so, and what", () => {
    const name = field("/displayName", { old: "Hand", new: "Ext", reason: "drifted" });
    const plan = samplePlan({
      kind: "undo",
      summary: { ...noSteps, update: 1, retain: 1 },
      steps: [step({ name: "taken", action: "retain", id: "t", fields: [name], putBack: true })],
    });
    expect(text(plan)).toContain("(is put back as it was before, and forgotten)");
    expect(text(plan)).toContain('displayName: "Hand" -> "Ext"');
    expect(text(plan)).toContain("1 to change, 0 to delete, 1 to forget");
  });

  test("a deletion that puts back what stood there before says so, and what", () => {
    const status = field("/restrictWorkspaceAdmins/status", { old: "RESTRICTED", new: "ALLOW_ALL" });
    const plan = samplePlan({
      kind: "destroy",
      summary: { ...noSteps, delete: 1 },
      steps: [step({ name: "guardrail", action: "delete", id: "global", fields: [status], putBack: true })],
    });
    expect(text(plan)).toMatchInlineSnapshot(`
      "Destroy plan for stack x/dev

      - guardrail  iam:OAuthClient  (is put back as it was before)
          global
          restrictWorkspaceAdmins.status: "RESTRICTED" -> "ALLOW_ALL"

      Plan: 0 to create, 0 to change, 1 to delete."
    `);
  });

  test("what an undo forgets and puts back says so, and what", () => {
    const description = field("/description", { old: "ours", new: "of others" });
    const plan = samplePlan({
      kind: "undo",
      summary: { ...noSteps, retain: 1 },
      steps: [step({ name: "gateway", action: "retain", id: "g", fields: [description], putBack: true })],
    });
    expect(text(plan)).toMatchInlineSnapshot(`
      "Undo plan for stack x/dev

      x gateway  iam:OAuthClient  (is put back as it was before, and forgotten)
          g
          description: "ours" -> "of others"

      Plan: 0 to create, 0 to change, 0 to delete, 1 to forget."
    `);
  });

  test("what gets other options only is not counted as unchanged", () => {
    const plan = samplePlan({
      summary: { ...noSteps, same: 2 },
      steps: [step({ name: "a", action: "same", id: "1" }), step({ name: "b", action: "same", id: "2" })],
      options: [{ name: "a", option: "protect", old: false, new: true }],
    });
    expect(text(plan)).toMatchInlineSnapshot(`
      "Plan for stack x/dev

      ~ a  iam:OAuthClient  (only its options change, without a call)
          1
          options.protect: false -> true

      Plan: 0 to create, 0 to change, 0 to delete, 1 with other options only. 1 unchanged."
    `);
  });

  test("moves, objects that go with another, and a replace that undeletes", () => {
    const plan = samplePlan({
      summary: { ...noSteps, move: 1, update: 1, delete: 1, replace: 1 },
      steps: [
        step({
          name: "backend",
          action: "update",
          movedFrom: "old",
          id: "b",
          fields: [field("/a", { old: 1, new: 2 })],
        }),
        step({ name: "child", action: "delete", id: "c", goneWith: "parent" }),
        step({
          name: "client",
          action: "replace",
          id: "d",
          undeletes: true,
          fields: [field("/a", { old: 1, new: 2 })],
        }),
        step({ name: "portal", action: "move", movedFrom: "web\u001b", id: "a" }),
      ],
    });
    expect(text(plan)).toMatchInlineSnapshot(`
      "Plan for stack x/dev

      -   child    iam:OAuthClient  (goes with parent)
            c

      -/+ client   iam:OAuthClient  (the soft-deleted object under the new identifier is undeleted)
            d
            a: 1 -> 2

      ~   backend  iam:OAuthClient  (moved from old)
            b
            a: 1 -> 2

      ~>  portal   iam:OAuthClient  (moved from web\\u001b)
            a

      Plan: 0 to create, 1 to change, 1 to replace, 1 to delete, 1 to move."
    `);
  });

  test("a first plan", () => {
    const plan = samplePlan({
      summary: { ...noSteps, create: 2, read: 1 },
      steps: [
        step({
          name: "portal",
          action: "create",
          fields: [
            field("/oauthClientId", { new: "web-portal" }),
            field("/disabled", { new: false }),
            field("/allowedGrantTypes", { new: ["AUTHORIZATION_CODE_GRANT"] }),
            field("/allowedRedirectUris", {
              new: Array.from({ length: 11 }, (_, index) => `https://portal-${index}.example.com/callback`),
            }),
            field("/description", { new: "long ".repeat(12) }),
            field("/labels", { new: { team: "identity", $$odd: "x", "e\u001bvil": "\u202e" } }),
          ],
        }),
        step({
          name: "backend",
          type: "connectors:EndpointAttachment",
          action: "create",
          fields: [
            field("/description", { new: { $unknown: "portal.clientId" }, reason: "known after apply" }),
            field("/condition/title", { new: { $secret: { id: "s", fingerprint: "f" } } }),
          ],
          warnings: ["The vendor is stricter."],
        }),
        step({ name: "link", type: "migrate:getPrivateEndpointConnection", action: "read", id: "/subscriptions/s" }),
      ],
      outputs: [
        { name: "clientId", new: { $unknown: "portal is created" } },
        { name: "ip", old: "10.0.0.1", new: "10.0.0.2" },
        { name: "gone", old: 1 },
      ],
      deferred: [{ name: "later", why: "its identity follows from portal" }],
    });
    expect(text(plan)).toMatchInlineSnapshot(`
      "Plan for stack x/dev

      + backend  connectors:EndpointAttachment
          description:     (known after apply: portal.clientId)
          condition.title: (secret)
          ! The vendor is stricter.

      + portal   iam:OAuthClient
          oauthClientId:     "web-portal"
          disabled:          false
          allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"]
          allowedRedirectUris:
            * "https://portal-0.example.com/callback"
            * "https://portal-1.example.com/callback"
            * "https://portal-2.example.com/callback"
            * "https://portal-3.example.com/callback"
            * "https://portal-4.example.com/callback"
            * "https://portal-5.example.com/callback"
            * "https://portal-6.example.com/callback"
            * "https://portal-7.example.com/callback"
            * "https://portal-8.example.com/callback"
            * "https://portal-9.example.com/callback"
            * "https://portal-10.example.com/callback"
          description:       "long long long long long long long long long long long long "
          labels:            { team: "identity", $odd: "x", "e\\u001bvil": "\\u202e" }

      < link     migrate:getPrivateEndpointConnection
          /subscriptions/s

      Planned only after the steps above:
        ? later  its identity follows from portal

      Outputs:
        + clientId: (known after apply: portal is created)
        ~ ip:       "10.0.0.1" -> "10.0.0.2"
        - gone:     1

      Plan: 2 to create, 1 to read, 0 to change, 0 to delete."
    `);
  });

  test("changes, replacements, and what stays", () => {
    const long = `projects/acme-production/regions/europe-west1/serviceAttachments/${"x".repeat(40)}`;
    const plan = samplePlan({
      summary: { ...noSteps, update: 1, replace: 1, delete: 2, same: 3, retain: 1 },
      steps: [
        step({ name: "same", action: "same" }),
        step({
          name: "member",
          type: "compute:ReservationIamMember",
          action: "update",
          id: "projects/p/zones/z/reservations/r",
          fields: [
            field("/role", { old: "roles/viewer", new: "roles/admin" }),
            field("/condition", {
              old: { title: "a", expression: "true", description: "d" },
              new: { title: "b", expression: "true" },
            }),
            field("/disabled", { old: true, new: false, reason: "drifted" }),
            field("/description", { old: "x" }),
            field("/allowedRedirectUris", {
              old: ["https://a.example.com/callback-one", "https://b.example.com/callback-two"],
              new: ["https://a.example.com/callback-one", "https://c.example.com/callback-three"],
            }),
            field("/serviceAttachment", { old: `${long}1`, new: `${long}2` }),
          ],
          warnings: [
            "Every existing binding is replaced; this one would be lost: roles/owner for user:a@example.com, and more.",
          ],
        }),
        step({
          name: "portal",
          action: "replace",
          id: "projects/p/locations/global/oauthClients/web",
          order: "create-before-delete",
          fields: [
            field("/location", { old: "global", new: "eu", replace: true }),
            field("/displayName", { old: "A", new: "B" }),
          ],
        }),
        step({ name: "portal", action: "delete", superseded: true, id: "projects/p/old", warnings: ["For 30 days."] }),
        step({ name: "a", action: "delete", id: "one" }),
        step({ name: "longer", action: "delete", id: "two" }),
        step({ name: "kept", action: "retain", id: "three" }),
      ],
    });
    expect(text(plan)).toMatchInlineSnapshot(`
      "Plan for stack x/dev

      -   a       iam:OAuthClient
            one
      x   kept    iam:OAuthClient  (is forgotten, the object stays)
            three
      -   longer  iam:OAuthClient
            two

      +/- portal  iam:OAuthClient  (the new one first, then the old one is deleted)
            projects/p/locations/global/oauthClients/web
            location:    "global" -> "eu"  # forces replacement
            displayName: "A" -> "B"
            - the old object projects/p/old is deleted
            ! For 30 days.

      ~   member  compute:ReservationIamMember
            projects/p/zones/z/reservations/r
            role:                  "roles/viewer" -> "roles/admin"
            condition.title:       "a" -> "b"
            condition.description: "d" -> (removed)
            disabled:              true -> false  # changed on the platform
            description:           "x" -> (removed)
            allowedRedirectUris:
                "https://a.example.com/callback-one"
              - "https://b.example.com/callback-two"
              + "https://c.example.com/callback-three"
            serviceAttachment:
              - (… 41 characters …)est1/serviceAttachments/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx1
              ?                                                                                    ^
              + (… 41 characters …)est1/serviceAttachments/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx2
              ?                                                                                    ^
            ! Every existing binding is replaced; this one would be lost: roles/owner for
              user:a@example.com, and more.

      Plan: 0 to create, 1 to change, 1 to replace, 2 to delete, 1 to forget. 3 unchanged.
      2 values are folded; --full shows all of it."
    `);
  });

  test("nothing to do", () => {
    expect(text(emptyPlan)).toBe("No changes. The platform is as declared.");
    expect(text({ ...emptyPlan, outside: 2 })).toMatch(/^No changes[.] Nothing of what was looked at changes[.]$/m);
    const ignoring = step({ name: "gateway", action: "same", ignores: { paths: ["description"] } });
    expect(text({ ...emptyPlan, steps: [ignoring] })).toBe(
      "No changes. But for what `ignoreChanges` leaves as it is (gateway), the platform is as declared.",
    );
    expect(text({ ...emptyPlan, left: [{ name: "a", why: "excluded" }] })).not.toContain("as declared");
    expect(text({ ...emptyPlan, kind: "destroy" })).toContain("nothing to destroy");
    const kept = [{ name: "a", why: "it is protected" }];
    expect(text({ ...emptyPlan, kind: "destroy", left: kept })).not.toContain("nothing to destroy");
  });

  test("in brief: what is created on a line each, every change in full", () => {
    const plan = samplePlan({
      steps: [
        step({ name: "a", action: "create", id: "projects/p/a", fields: [field("/location", { new: "global" })] }),
        step({
          name: "setting",
          action: "create",
          fields: [field("/status", { old: { value: "WIDE" }, new: { value: "STRICT" } })],
          warnings: ["It stands already."],
        }),
        step({ name: "seen", type: "t:get", action: "read", id: "projects/p/seen", done: true }),
        step({ name: "z", action: "update", id: "projects/p/z", fields: [field("/role", { old: "a", new: "b" })] }),
      ],
      summary: { ...noSteps, create: 2, read: 1, update: 1 },
      outputs: [{ name: "new", new: 1 }],
    });
    const shown = linesOf(renderPlan(plan, plain, { label: "0123456789ab", brief: true }));
    expect(shown.join("\n")).toMatchInlineSnapshot(`
      "Plan 0123456789ab for stack x/dev

      ~ z        iam:OAuthClient
          projects/p/z
          role: "a" -> "b"

      + a        iam:OAuthClient

      + setting  iam:OAuthClient
          status.value: "WIDE" -> "STRICT"
          ! It stands already.

      < seen     t:get  (read)

      Plan: 2 to create, 1 to change, 0 to delete. 1 read already."
    `);
  });

  test("a warning is said once: under its step, or beside the plan", () => {
    const warn = (address: string | undefined, detail: string) => problem("vendor-limit", detail, { address });
    const [under, beside, general] = [warn("a", "One."), warn("gone", "Two."), warn(undefined, "Three.")];
    const steps = [step({ name: "a", action: "create", warnings: ["One."] })];
    const blocked = problem("protected", "One.", { address: "a" });
    const plan = samplePlan({ steps, problems: [under, beside, general, blocked] });
    expect(text(plan)).toContain("! One.");
    expect(problemsBeside(plan)).toEqual([beside, general, blocked]);
    const same = [step({ name: "a", action: "same", warnings: ["One."] })];
    expect(problemsBeside({ ...plan, steps: same, problems: [under] })).toEqual([under]);
  });

  test("an empty plan lists only reads that are still to be done", () => {
    const read = (name: string, parts: Partial<StepView> = {}) =>
      step({ name, type: "t:get", action: "read", ...parts });
    const plan = { ...emptyPlan, steps: [read("seen", { done: true }), read("later")], records: ["a", "b"] };
    expect(text(plan)).toMatchInlineSnapshot(`
      "< later  t:get

      No changes. The platform is as declared.
      Only what is recorded of a, b is brought up to date."
    `);
  });

  test("what moved and stays is told, also where there is nothing to do", () => {
    const id = "projects/p/clients/web";
    const drift = [
      { name: "portal", type: "iam:OAuthClient", id, class: "output", path: "/state", old: "ACTIVE", new: "PAUSED" },
      { name: "portal", type: "iam:OAuthClient", id, class: "out-of-band", path: "/note", new: "x", ignored: true },
    ] as const;
    expect(text({ ...emptyPlan, drift, records: ["portal"] })).toMatchInlineSnapshot(`
      "Moved on the platform; the records take the new values:
        ~ portal  iam:OAuthClient
            projects/p/clients/web
            changed out of band, which ignoreChanges leaves so
              note: (none) -> "x"
            output moved: only the platform gives it
              state: "ACTIVE" -> "PAUSED"

      No changes. The platform is as declared.
      Only what is recorded of portal is brought up to date."
    `);
    expect(text(samplePlan({ drift }))).toContain('state: "ACTIVE" -> "PAUSED"');
  });

  test("a narrow terminal folds long values but never the difference", () => {
    const common = "projects/acme/regions/europe-west1/serviceAttachments/backend-";
    const fields = [field("/serviceAttachment", { old: `${common}blue`, new: `${common}green` })];
    const plan = samplePlan({ steps: [step({ name: "x", action: "update", fields })] });
    const shown = text(plan, 50);
    expect(shown).toContain("backend-blue\n");
    expect(shown).toContain("backend-green\n");
    for (const line of shown.split("\n")) expect(line.length).toBeLessThanOrEqual(50);
  });

  test("colors mark the symbols only where they are wanted", () => {
    expect(linesOf(renderPlan(samplePlan(), { ...plain, paint: painter(true) })).join("\n")).toContain(
      "\u001b[32m+\u001b[0m ",
    );
    expect(text(samplePlan())).not.toContain("\u001b");
  });
});
