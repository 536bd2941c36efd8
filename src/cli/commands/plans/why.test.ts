import { describe, expect, test } from "vitest";
import { problem } from "../../../../packages/base/problems/problem.ts";
import type { GraphView } from "../../../contract/documents/declarations.ts";
import type { StepView } from "../../../contract/documents/plans/steps.ts";
import { noSteps } from "../../../contract/documents/plans/steps.ts";
import { runFake, samplePlan } from "../../cli-context.fixture.ts";

const files = { "plumb.yaml": "name: x\n" };
const graph: GraphView = {
  nodes: [
    { name: "portal", kind: "resource", type: "iam:OAuthClient" },
    { name: "backend", kind: "resource", type: "connectors:EndpointAttachment" },
    { name: "link", kind: "lookup", type: "migrate:getPrivateEndpointConnection" },
    { name: "member", kind: "resource", type: "compute:ReservationIamMember" },
  ],
  edges: [
    { from: "backend", to: "portal" },
    { from: "backend", to: "link" },
    { from: "member", to: "backend" },
  ],
};
const plain = { needs: [], fields: [], warnings: [] };
const portal: StepView = { name: "portal", type: "iam:OAuthClient", action: "create", ...plain };
const link: StepView = { name: "link", type: "migrate:x", action: "read", done: true, ...plain };
const member: StepView = { name: "member", type: "compute:ReservationIamMember", action: "same", ...plain };
const backend: StepView = {
  needs: [],
  name: "backend",
  type: "connectors:EndpointAttachment",
  action: "replace",
  id: "projects/p/locations/eu/endpointAttachments/b",
  order: "create-before-delete",
  fields: [
    { path: "/description", old: "a", new: "b", reason: "declared", replace: false },
    { path: "/labels", old: { env: "x" }, new: { env: "y" }, reason: "drifted", replace: false },
    {
      path: "/serviceAttachment",
      old: "s",
      new: { $unknown: "known after portal is created" },
      reason: "known after apply",
      replace: true,
    },
    { path: "/location", old: "eu", new: "us", reason: "declared", replace: true },
  ],
  warnings: ["The old address goes."],
};
const old: StepView = { ...backend, action: "delete", superseded: true, fields: [], warnings: [] };

function routes(steps: readonly StepView[], parts: Partial<ReturnType<typeof samplePlan>> = {}) {
  return {
    "POST /v1/declarations:graph": { body: graph },
    "POST /v1/projects/x/stacks/dev/plans": { status: 201, body: samplePlan({ steps, summary: noSteps, ...parts }) },
  };
}
const all = [backend, old, link, member, portal];

test("the old object of a change in place is told as the plan tells it", async () => {
  const changed: StepView = { ...member, action: "update" };
  const gone: StepView = {
    ...member,
    action: "delete",
    id: "r roles/viewer user:ada",
    superseded: true,
    goneWith: "member",
  };
  const { stdout } = await runFake("why member", routes([changed, gone]), { files });
  expect(stdout).toContain("\n  - the old object r roles/viewer user:ada is deleted\n");
});

test("a grant that moves to another object is told as granted there, and taken away here", async () => {
  const right = { who: "user:ada", what: "roles/viewer" };
  const moved: StepView = { ...member, action: "update", rights: { gains: [right], loses: [] } };
  const gone: StepView = {
    ...{ ...member, action: "delete", id: "r roles/viewer user:ada", superseded: true },
    rights: { gains: [], loses: [right] },
  };
  const { stdout } = await runFake("why member", routes([moved, gone]), { files });
  expect(stdout).toContain("It would be granted at the new object, and taken away at the old one.");
});

test("who gains and who loses what is told as the plan tells it", async () => {
  const rights = { gains: [{ who: "user:eve", what: "roles/owner" }], loses: [] };
  const { stdout } = await runFake("why member", routes([{ ...member, action: "update", rights }]), { files });
  expect(stdout).toContain("\nWho gains and who loses what:\n  + user:eve gains roles/owner  member\n");
});

describe("why", () => {
  test("tells each field's reason, what forces the replacement, the neighbours and what it waits for", async () => {
    const { code, stdout, stderr } = await runFake("why backend", routes(all), { files });
    expect(code).toBe(0);
    expect(stderr).toBe("");
    expect(stdout).toMatchInlineSnapshot(`
      "backend  connectors:EndpointAttachment
        projects/p/locations/eu/endpointAttachments/b

      It would be replaced: the new object is made first, then the old one is deleted.

      Known only when the step named has run, and it can't be changed in place; this forces the replacement:
        serviceAttachment: "s" -> (known after portal is created)

      The declaration says otherwise, and it can't be changed in place; this forces the replacement:
        location: "eu" -> "us"

      The declaration says otherwise:
        description: "a" -> "b"

      Changed on the platform since it was last written or imported; the declaration stands:
        labels.env: "x" -> "y"

        - the old object projects/p/locations/eu/endpointAttachments/b is deleted

      ! The old address goes.

      Needs:
        link    read
        portal  would be created

      Needed by:
        member  unchanged

      Waits for: portal
      "
    `);
  });

  test("--json holds steps and neighbours", async () => {
    const { stdout } = await runFake("why backend --json --no-refresh", routes(all), { files });
    expect(JSON.parse(stdout)).toEqual({
      name: "backend",
      type: "connectors:EndpointAttachment",
      declared: true,
      steps: [backend, old],
      deferred: null,
      needs: [
        { name: "link", action: "read" },
        { name: "portal", action: "create" },
      ],
      neededBy: [{ name: "member", action: "same" }],
      waitsFor: ["portal"],
      drift: [],
      problems: [],
    });
  });

  test("a new one has its values from the declaration or a default; one that moves says its former name", async () => {
    const field = { reason: "declared", replace: false } as const;
    const made: StepView = { ...portal, fields: [{ ...field, path: "/location", new: "eu" }] };
    const added: StepView = {
      ...member,
      action: "update",
      movedFrom: "reader",
      fields: [
        { ...field, path: "/labels", new: "x" },
        { ...field, path: "/note", old: "y" },
      ],
    };
    const fresh = await runFake("why portal", routes([made, added]), { files });
    expect(fresh.stdout).toContain('From the declaration, its provider and defaults:\n  location: "eu"\n');
    const { stdout } = await runFake("why member", routes([made, added]), { files });
    expect(stdout).toContain("It would be changed in place. Its name was reader until now.");
    expect(stdout).toContain('Declared where there was nothing:\n  labels: (none) -> "x"\n');
    expect(stdout).toContain('Not declared any more:\n  note: "y" -> (removed)\n');
  });

  test("a deletion says what it sets first", async () => {
    const first = { path: "/disabled", old: false, new: true, reason: "before deletion", replace: false } as const;
    const { stdout } = await runFake("why portal", routes([{ ...portal, action: "delete", fields: [first] }]), {
      files,
    });
    expect(stdout).toContain("It would be deleted.");
    expect(stdout).toMatch(/Set first, by a call of its own[^\n]*:\n {2}disabled: false -> true\n/);
  });

  test("an unchanged one of which something is left as it drifted is not called as declared", async () => {
    const warnings = ['`displayName` is "b" and was declared "a"; it is left so'];
    const { stdout } = await runFake("why member", routes([{ ...member, warnings }]), { files });
    expect(stdout).toContain("Nothing would happen to it.\n");
  });

  test("an unchanged one waits for nothing, a deferred one says why", async () => {
    const same = await runFake("why member", routes(all), { files });
    expect(same.stdout).toContain("Nothing would happen to it: it is as declared.");
    expect(same.stdout).not.toContain("Waits for");
    const deferred = [{ name: "backend", why: "known after portal is created" }];
    const later = await runFake("why backend", routes([portal, link, member], { deferred }), { files });
    expect(later.stdout).toContain("planned only after other steps: known after portal is created.");
    expect(later.stdout).toContain("Waits for: portal");
  });

  test("what is not declared any more needs what its record says", async () => {
    const gone: StepView = { ...backend, name: "gone", action: "delete", fields: [], warnings: [] };
    const record = { "GET /v1/projects/x/stacks/dev/resources/gone": { body: { dependsOn: ["portal"] } } };
    const { stdout } = await runFake("why gone", { ...routes([gone, portal]), ...record }, { files });
    expect(stdout).toContain("It would be deleted. It is not declared any more.");
    expect(stdout).toContain("Needs:\n  portal  would be created\n");
  });

  test("errors about it are shown, those about others not", async () => {
    const problems = [
      problem("protected", "backend is protected", { address: "backend" }),
      problem("protected", "portal is protected", { address: "portal" }),
    ];
    const { code, stderr } = await runFake("why backend", routes(all, { problems }), { files });
    expect(code).toBe(4);
    expect(stderr).toContain("backend is protected");
    expect(stderr).not.toContain("portal is protected");
    expect((await runFake("why member", routes(all, { problems }), { files })).code).toBe(0);
  });

  test("an unknown name is a mistake with a guess", async () => {
    const { code, stderr } = await runFake("why portl", routes(all), { files });
    expect(code).toBe(2);
    expect(stderr).toContain(" portal?");
  });
});
