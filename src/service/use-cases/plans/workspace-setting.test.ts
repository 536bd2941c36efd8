import { beforeEach, describe, expect, test } from "vitest";
import { admitted, type TestAccess, testAccess } from "../../access/access.fixture.ts";
import type { Authority } from "../../access/authority.ts";
import { goodClaims, type SigningKey, signed, signingKey, trusted } from "../../access/issuers/issuer.fixture.ts";
import { localOwner } from "../../access/local-owner.ts";
import { ServiceWorld } from "../../background/background.fixture.ts";
import { declared } from "../deployment.fixture.ts";
import { planStack } from "./make-plans.ts";

// The specification, section "Authentication": only account admins who are members of the workspace.

const workspace = "http://cloud.test";
const other = "https://adb-2.databricks.test";
const key: SigningKey = await signingKey("k");
const claims = {
  name: ["email"],
  groups: null,
  accountAdmin: { claim: "account_admin", value: true },
  workspaces: { claim: "workspaces", origins: {} },
} as const;
const setting = declared({
  guardrail: {
    type: "settings:RestrictWorkspaceAdmins",
    properties: { restrictWorkspaceAdmins: { status: "RESTRICT_TOKENS_AND_JOB_RUN_AS" } },
  },
});

const people = [
  { who: "an account admin and member", accountAdmin: true, workspaces: [workspace], may: true },
  { who: "an account admin of another workspace", accountAdmin: true, workspaces: [other], may: false },
  { who: "an account admin of no workspace", accountAdmin: true, workspaces: [], may: false },
  { who: "a member", accountAdmin: false, workspaces: [workspace], may: false },
  { who: "somebody else", accountAdmin: false, workspaces: [], may: false },
];

let world: ServiceWorld;
let access: TestAccess;
beforeEach(async () => {
  world = new ServiceWorld();
  const issuers = [trusted({ jwks: { keys: [key.publicJwk] } }, { claims })];
  access = await testAccess({ issuers, documentStore: world.base.documentStore });
});

/** Ann signs in as what the claims say; she is admin of every stack. */
async function ann(accountAdmin: boolean, workspaces: readonly string[]): Promise<Authority> {
  await access.access.assignRole({ subject: "user:https://id.test|ann", stack: "*", role: "admin" }, localOwner.caller);
  const seconds = access.now() / 1000;
  const more = { email: "ann@id.test", account_admin: accountAdmin, workspaces: [...workspaces] };
  return admitted(access, await signed(key, goodClaims(seconds, more)));
}

function planAs(authority: Authority) {
  const deployment = world.deployment(1, { authority });
  return planStack({ stack: "dev", kind: "apply", declaration: setting, refresh: true }, deployment);
}

const isRefusal = {
  code: "not-permitted",
  address: "guardrail",
  detail: expect.stringContaining("(policy workspace-setting)"),
};

describe("a workspace's setting", () => {
  test.each(people)("is planned by $who: $may", async ({ accountAdmin, workspaces, may }) => {
    const view = await planAs(await ann(accountAdmin, workspaces));
    const errors = view.problems.filter(({ severity }) => severity === "error");
    expect(errors).toMatchObject(may ? [] : [isRefusal]);
  });

  test.each(people)(
    "is changed by $who, by a plan that somebody else made: $may",
    async ({ accountAdmin, workspaces, may }) => {
      const { digest } = await planAs(localOwner);
      const authority = await ann(accountAdmin, workspaces);
      const dispatcher = world.dispatcher(1, { authorityOf: (caller) => access.access.authorityOf(caller) });
      const { run } = await dispatcher.start({ stack: "dev", plan: digest, parallel: 1 }, authority.caller);
      const last = (await world.eventsOf(dispatcher, run)).at(-1)?.event;
      expect(last).toMatchObject({ status: may ? "done" : "failed" });
      expect(await world.base.writes()).toHaveLength(may ? 1 : 0);
    },
  );

  test("is not changed once its caller has left the workspace, though the run was started before", async () => {
    const member = await ann(true, [workspace]);
    const { digest } = await planAs(member);
    access.advance(1000);
    await ann(true, []);
    const dispatcher = world.dispatcher(1, { authorityOf: (caller) => access.access.authorityOf(caller) });
    const { run } = await dispatcher.start({ stack: "dev", plan: digest, parallel: 1 }, member.caller);
    expect((await world.eventsOf(dispatcher, run)).at(-1)?.event).toMatchObject({
      status: "failed",
      problems: [isRefusal],
    });
    expect(await world.base.writes()).toEqual([]);
  });
});
