import { describe, expect, test } from "vitest";
import type { Action } from "../../../contract/action.ts";
import { type Role, roles } from "../../../contract/roles.ts";
import { person, shippedPolicies, shippedSchema, testPolicies } from "../access.fixture.ts";
import type { Decision } from "../authority.ts";
import type { Caller } from "../caller.ts";
import { openPolicies } from "./policies.ts";

const policies = await testPolicies();

/** For each action of a stack, the least role that may do it. */
const leastRole: Readonly<Record<Exclude<Action, `resource:${string}`>, Role | null>> = {
  "stack:list": null,
  "type:read": null,
  "check:run": "reader",
  "stack:read": "reader",
  "declaration:read": "reader",
  "plan:read": "reader",
  "run:read": "reader",
  "state:read": "reader",
  "object:read": "reader",
  "operations:read": "reader",
  "plan:create": "planner",
  "stack:create": "operator",
  "declaration:write": "operator",
  "run:start": "operator",
  "run:cancel": "operator",
  "run:approve": "operator",
  "state:write": "operator",
  "object:write": "operator",
  "stack:remove": "admin",
  "secret:reveal": "admin",
  "token:manage": "admin",
  "access:manage": "admin",
  "audit:read": "admin",
  "operations:manage": "admin",
};
const actions = Object.entries(leastRole) as [keyof typeof leastRole, Role | null][];

function decide(
  action: Action,
  role: Role | null,
  parts: Partial<Caller> = {},
  stack: string | null = "dev",
): Decision {
  return policies.decide({ caller: person(parts), role, holdsRole: role !== null, action, subject: { stack } });
}

describe("roles on a stack", () => {
  test.each([null, ...roles].flatMap((role) => actions.map(([action, least]) => [role, action, least] as const)))(
    "%s and %s",
    (role, action, least) => {
      const may = least === null || (role !== null && roles.indexOf(role) >= roles.indexOf(least));
      expect(decide(action, role).kind).toBe(may ? "allowed" : "denied");
    },
  );

  test.each(["resource:create", "resource:update", "resource:delete", "resource:import"] as const)(
    "%s of an object takes a planner: carrying out takes run:start beside it",
    (action) => {
      const resource = { type: "a:Type", address: "resources.a", origin: "https://one.test" };
      const held = (role: Role | null) =>
        policies.decide({
          caller: person(),
          role,
          holdsRole: role !== null,
          action,
          subject: { stack: "dev", resource },
        }).kind;
      expect([null, ...roles].map(held)).toEqual(["denied", "denied", "allowed", "allowed", "allowed"]);
    },
  );
});

describe("on the service itself", () => {
  test("a role on any stack is enough for checking texts and for tokens of one's own", () => {
    const asked = { caller: person(), role: null, subject: { stack: null } };
    for (const action of ["check:run", "token:manage"] as const) {
      expect(policies.decide({ ...asked, holdsRole: true, action }).kind).toBe("allowed");
      expect(policies.decide({ ...asked, holdsRole: false, action }).kind).toBe("denied");
    }
    expect(policies.decide({ ...asked, holdsRole: true, action: "access:manage" }).kind).toBe("denied");
  });

  test("a role on a stack alone says nothing of the service", () => {
    expect(decide("audit:read", null, {}, null).kind).toBe("denied");
    expect(decide("audit:read", "admin", {}, null).kind).toBe("allowed");
  });
});

describe("the scope of a token", () => {
  test.each(roles.flatMap((scope) => actions.map(([action, least]) => [scope, action, least] as const)))(
    "%s and %s, for an admin's token",
    (scope, action, least) => {
      const may = least === null || roles.indexOf(scope) >= roles.indexOf(least);
      expect(decide(action, "admin", { scope: { stacks: null, role: scope } }).kind).toBe(may ? "allowed" : "denied");
    },
  );

  test("of certain stacks checks texts, while a role on one of them is held", () => {
    const caller = person({ scope: { stacks: ["dev"], role: "operator" } });
    const kindOf = (action: Action, stack: string | null, holdsRole: boolean) =>
      policies.decide({ caller, role: "admin", holdsRole, action, subject: { stack } }).kind;
    expect(kindOf("check:run", null, true)).toBe("allowed");
    expect(kindOf("check:run", null, false)).toBe("denied");
    expect(kindOf("check:run", "prod", true)).toBe("denied");
    for (const action of ["token:manage", "operations:read", "stack:read"] as const)
      expect(kindOf(action, null, true)).toBe("denied");
  });

  test("holds for stacks, and for objects below them", () => {
    const limited = { scope: { stacks: ["dev"], role: "admin" } } as const;
    expect(decide("run:start", "admin", limited, "dev").kind).toBe("allowed");
    expect(decide("run:start", "admin", limited, "prod")).toEqual({
      kind: "denied",
      why: expect.stringContaining("(policy token-scope-stacks)"),
      policies: ["token-scope-stacks"],
    });
    expect(decide("audit:read", "admin", limited, null).kind).toBe("denied");
    expect(decide("stack:list", "admin", limited, null).kind).toBe("allowed");
    const resource = { type: "a:Type", address: "a", origin: null };
    const below = (stack: string) =>
      policies.decide({
        caller: person(limited),
        role: "admin",
        holdsRole: true,
        action: "resource:create",
        subject: { stack, resource },
      }).kind;
    expect([below("dev"), below("prod")]).toEqual(["allowed", "denied"]);
  });

  test("holds against policies of the operators as well", async () => {
    const file = `@id("sre") permit (principal in Plumbline::Group::"sre", action, resource);`;
    const more = await testPolicies({ file: "sre.cedar", text: file });
    const caller = person({ groups: ["sre"], scope: { stacks: null, role: "reader" } });
    const asked = { role: null, holdsRole: false, action: "run:start", subject: { stack: "dev" } } as const;
    expect(more.decide({ ...asked, caller }).kind).toBe("denied");
    expect(more.decide({ ...asked, caller: { ...caller, scope: null } }).kind).toBe("allowed");
  });
});

describe("a project", () => {
  const forbidding = (place: string) =>
    testPolicies({
      file: "frozen.cedar",
      text:
        `@id("frozen") @why("it is frozen") forbid (principal, action == Plumbline::Action::"run:start", ` +
        `${place});`,
    });
  const start = (more: Awaited<ReturnType<typeof testPolicies>>, stack: string | null) =>
    more.decide({ caller: person(), role: "admin", holdsRole: true, action: "run:start", subject: { stack } }).kind;

  test("is what a policy can be about: it holds for its stacks, and for no other's", async () => {
    const more = await forbidding('resource in Plumbline::Project::"portal"');
    expect(["portal/dev", "portal/prod", "billing/dev", "portal-two/dev"].map((each) => start(more, each))).toEqual([
      ...["denied", "denied", "allowed", "allowed"],
    ]);
  });

  describe("is asked whether a stack may be made in it", () => {
    const make = async (text: string, project: string, role: Role | null = null, parts: Partial<Caller> = {}) => {
      const more = await testPolicies({ file: "own.cedar", text });
      const asked = { caller: person({ groups: ["builders"], ...parts }), role, holdsRole: role !== null } as const;
      return more.decide({ ...asked, action: "stack:create", subject: { stack: null, project } }).kind;
    };
    const permit = (place: string) =>
      `@id("own") permit (principal in Plumbline::Group::"builders", action == ` +
      `Plumbline::Action::"stack:create", ${place});`;
    const forbid = (place: string) =>
      `@id("own") forbid (principal, action == Plumbline::Action::"stack:create", ${place});`;
    const portal = 'resource in Plumbline::Project::"portal"';

    test("a policy that forbids it there holds there, and nowhere else", async () => {
      expect(await make(forbid(portal), "portal", "admin")).toBe("denied");
      expect(await make(forbid(portal), "billing", "admin")).toBe("allowed");
    });

    test("a policy that permits it there holds there, and nowhere else", async () => {
      expect(await make(permit(portal), "portal")).toBe("allowed");
      expect(await make(permit(portal), "billing")).toBe("denied");
      // A token that is limited to stacks makes none.
      const scope = { stacks: ["portal/dev"], role: "admin" } as const;
      expect(await make(permit(portal), "portal", null, { scope })).toBe("denied");
    });

    test.each([
      'resource == Plumbline::Service::"plumbline"',
      "resource is Plumbline::Service",
      'resource in Plumbline::Service::"plumbline"',
    ])("what policies say of the whole service holds: %s", async (place) => {
      expect(await make(permit(place), "portal")).toBe("allowed");
      expect(await make(forbid(place), "portal", "admin")).toBe("denied");
    });
  });

  test("sets stacks of one short name apart", async () => {
    const more = await forbidding('resource == Plumbline::Stack::"portal/dev"');
    expect(["portal/dev", "billing/dev", "portal/prod"].map((each) => start(more, each))).toEqual([
      ...["denied", "allowed", "allowed"],
    ]);
  });

  test("holds for what lies in its stacks", async () => {
    const text = '@id("frozen") forbid (principal, action, resource in Plumbline::Project::"portal");';
    const more = await testPolicies({ file: "frozen.cedar", text });
    const resource = { type: "a:Type", address: "a", origin: null };
    const create = (stack: string) =>
      more.decide({
        ...{ caller: person(), role: "admin", holdsRole: true, action: "resource:create" },
        subject: { stack, resource },
      }).kind;
    expect([create("portal/dev"), create("billing/dev")]).toEqual(["denied", "allowed"]);
  });

  test.each(["dev", "portal/dev/x", "*", ""])(
    "is in the name of each stack: `%s` is refused at its place",
    async (name) => {
      const text =
        `// Two lines\n// before it.\n@id("one") forbid (principal, action, resource == ` +
        `Plumbline::Stack::"${name}");\n`;
      const opened = await openPolicies(shippedSchema, [...shippedPolicies, { file: "own.cedar", text }]);
      expect(opened).toMatchObject({
        ok: false,
        error: [
          {
            code: "invalid-policy",
            detail: expect.stringMatching(/^own\.cedar:3: .*PROJECT\/STACK/),
            span: { file: "own.cedar", line: 3 },
          },
        ],
      });
    },
  );

  test.each(['when { resource in [Plumbline::Stack::"dev"] }', 'unless { resource == Plumbline :: Stack :: "dev" }'])(
    "is in the name of each stack wherever that stands: %s",
    async (condition) => {
      const text = `@id("one") forbid (principal, action, resource) ${condition};`;
      const opened = await openPolicies(shippedSchema, [...shippedPolicies, { file: "own.cedar", text }]);
      expect(opened.ok).toBe(false);
    },
  );
});

describe("the setting of a workspace", () => {
  const here = "https://adb-1.databricks.test";
  const other = "https://adb-2.databricks.test";
  const cases = [
    { accountAdmin: true, workspaces: [here], origin: here, may: true },
    { accountAdmin: true, workspaces: [other, here], origin: here, may: true },
    { accountAdmin: true, workspaces: [other], origin: here, may: false },
    { accountAdmin: true, workspaces: [], origin: here, may: false },
    { accountAdmin: false, workspaces: [here], origin: here, may: false },
    { accountAdmin: false, workspaces: [], origin: here, may: false },
    { accountAdmin: true, workspaces: [here], origin: null, may: false },
  ];
  const verbs = ["create", "update", "delete", "import"] as const;

  test.each(
    cases.flatMap((each) =>
      verbs.flatMap((verb) => (["planner", "operator", "admin"] as const).map((role) => ({ ...each, verb, role }))),
    ),
  )("$role, account admin $accountAdmin, member of $workspaces: $verb at $origin is $may", (row) => {
    const { accountAdmin, workspaces, origin, verb, role } = row;
    // An import changes nothing.
    const may = row.may || verb === "import";
    const resource = { type: "settings:RestrictWorkspaceAdmins", address: "resources.admins", origin };
    const decision = policies.decide({
      caller: person({ accountAdmin, workspaces }),
      role,
      holdsRole: true,
      action: `resource:${verb}`,
      subject: { stack: "dev", resource },
    });
    if (may) expect(decision).toEqual({ kind: "allowed" });
    else
      expect(decision).toEqual({
        kind: "denied",
        why: expect.stringContaining("(policy workspace-setting)"),
        policies: ["workspace-setting"],
      });
  });

  test("being account admin and member replaces no role", () => {
    const decision = policies.decide({
      caller: person({ accountAdmin: true, workspaces: [here] }),
      role: "reader",
      holdsRole: true,
      action: "resource:update",
      subject: { stack: "dev", resource: { type: "settings:RestrictWorkspaceAdmins", address: "a", origin: here } },
    });
    expect(decision.kind).toBe("denied");
  });

  test("other types at the same workspace are not concerned", () => {
    const decision = policies.decide({
      caller: person(),
      role: "operator",
      holdsRole: true,
      action: "resource:update",
      subject: { stack: "dev", resource: { type: "a:Other", address: "a", origin: here } },
    });
    expect(decision.kind).toBe("allowed");
  });
});

describe("policies over what is written", () => {
  const text =
    '@id("no-plain-http")\n@why("redirects go to https only")\n' +
    "forbid (principal, action, resource is Plumbline::Object)\n" +
    'when { resource.hasTag("allowedRedirectUris") && resource.getTag("allowedRedirectUris") like "*\\"http://*" };\n' +
    '@id("no-wider-scope")\nforbid (principal, action, resource is Plumbline::Object)\n' +
    'when { resource.hasTag("old.scope") && resource.hasTag("scope") &&\n' +
    '  resource.getTag("old.scope") == "narrow" && resource.getTag("scope") != "narrow" };\n';

  test.each<[Readonly<Record<string, string>>, string]>([
    [{ allowedRedirectUris: '["https://a"]' }, "allowed"],
    [{ allowedRedirectUris: '["https://a","http://b"]' }, "no-plain-http"],
    [{ scope: "wide", "old.scope": "narrow" }, "no-wider-scope"],
    [{ scope: "narrow", "old.scope": "narrow" }, "allowed"],
    [{}, "allowed"],
  ])("%j", async (values, outcome) => {
    const own = await testPolicies({ file: "own.cedar", text });
    const resource = { type: "iam:OAuthClient", address: "portal", origin: null, values };
    const decision = own.decide({
      ...{ caller: person(), role: "operator" as const, holdsRole: true, action: "resource:update" as const },
      subject: { stack: "x/dev", resource },
    });
    expect(decision.kind === "allowed" ? "allowed" : decision.policies[0]).toBe(outcome);
  });
});

test("a denial says which role it takes, where, and which one is held", () => {
  expect(decide("run:start", "reader")).toEqual({
    kind: "denied",
    why: expect.stringMatching(/ operator .*`dev`.* reader$/),
    policies: [],
  });
  expect(decide("access:manage", null, {}, null)).toMatchObject({
    why: expect.stringMatching(/ admin .* no role /),
  });
});

test("a policy that can't be evaluated denies instead of being passed over", async () => {
  const text =
    `@id("counts") forbid (principal, action, resource) when { 9223372036854775807 + (if principal.accountAdmin ` +
    "then 1 else 2) > 0 };";
  const broken = await testPolicies({ file: "counts.cedar", text });
  const asked = { role: "admin", holdsRole: true, action: "stack:read", subject: { stack: "dev" } } as const;
  expect(broken.decide({ ...asked, caller: person() })).toEqual({
    kind: "denied",
    why: expect.stringContaining(" counts "),
    policies: ["counts"],
  });
});

describe("policy files that can't be taken are named with their line", () => {
  test.each([
    ["a slip of the pen", '// mine\n\n@id("x") permt (principal, action, resource);', "own.cedar:3: "],
    [
      "an attribute that is none",
      '@id("x") permit (principal, action, resource)\nwhen { principal.acountAdmin };',
      "own.cedar:2: ",
    ],
    [
      "an action that is none",
      '@id("é")\npermit (principal, action == Plumbline::Action::"run:begin", resource);',
      "own.cedar:2: ",
    ],
    ["no name", "\npermit (principal, action, resource);", "own.cedar:2: "],
    [
      "a name that is taken",
      '\n\n@id("role-admin") permit (principal, action, resource);',
      "own.cedar:3: policies/roles.cedar ",
    ],
    ["a template", '@id("x") permit (principal == ?principal, action, resource);', "own.cedar:1: templates"],
    ["never true", '@id("x") permit (principal, action, resource) when { principal has nothing };', "own.cedar:1: "],
  ])("%s", async (_, text, message) => {
    const opened = await openPolicies(shippedSchema, [...shippedPolicies, { file: "own.cedar", text }]);
    if (opened.ok) throw new Error("it was taken");
    expect(opened.error.length).toBeGreaterThan(0);
    expect(opened.error[0]?.code).toBe("invalid-policy");
    expect(opened.error[0]?.detail).toContain(message);
  });
});

test("equal questions are answered from memory", () => {
  const asked = {
    caller: person(),
    role: "reader",
    holdsRole: true,
    action: "stack:read",
    subject: { stack: "a" },
  } as const;
  expect(policies.decide(asked)).toBe(policies.decide({ ...asked, caller: person() }));
});
