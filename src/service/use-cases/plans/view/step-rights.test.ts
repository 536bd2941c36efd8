import { beforeEach, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../../../packages/base/json/json.ts";
import type { Driver } from "../../../../engine/ports/driver.ts";
import { declared, type TestDeployment, testDeployment, up } from "../../../deployment.fixture.ts";
import { driftStack } from "../../objects/drift-view.ts";
import { member, seenIn } from "../../undo/undo-world.fixture.ts";
import { planStack } from "../make-plans.ts";

let world: TestDeployment;
beforeEach(() => {
  world = testDeployment();
});

const planned = (resources: Readonly<Record<string, JsonObject>>, at: TestDeployment = world) =>
  planStack({ stack: "dev", kind: "apply", declaration: declared(resources), refresh: true }, at);

test("whom a write over a policy throws out is told with what it grants", async () => {
  await seenIn(world).grant("wave", "user:other@acme.example");
  const { steps } = await planned({ ops: member("wave") });
  expect(steps[0]?.rights).toEqual({
    gains: [{ who: "group:ops@acme.example", what: "roles/compute.viewer" }],
    loses: [{ who: "user:other@acme.example", what: expect.stringMatching(/^roles\//) }],
  });
});

test("a setting that lets administrators do more, or less, is told as a right", async () => {
  const setting = (status: string): JsonObject => ({
    type: "settings:RestrictWorkspaceAdmins",
    properties: { restrictWorkspaceAdmins: { status } },
  });
  const right = { who: "workspace admins", what: "tokens of any service principal, and jobs given to anyone" };
  await up(world, declared({ guard: setting("RESTRICT_TOKENS_AND_JOB_RUN_AS") }));
  const { steps } = await planned({ guard: setting("ALLOW_ALL") });
  expect(steps[0]).toMatchObject({ rights: { gains: [right], loses: [] }, fields: [{ rank: "rights-widened" }] });
});

const scope = "/subscriptions/s-1";
const role = `${scope}/providers/Microsoft.Authorization/roleDefinitions/b24988ac-6180-42a0-ab88-20f7382dd24c`;
const policy = (more: JsonObject = {}): JsonObject => ({
  type: "authorization:RoleManagementPolicyAssignment",
  properties: { scope, roleDefinitionId: role, ...more },
});

test("an approval that somebody has lifted is told as what people gain by it", async () => {
  const lifted = (change: (rules: readonly JsonObject[]) => readonly Json[]): TestDeployment => ({
    ...world,
    driverOf: (provider, at): Driver => {
      const driver = world.driverOf(provider, at);
      const read: Driver["read"] = async (target, signal) => {
        const answer = await driver.read(target, signal);
        if (answer.kind !== "done") return answer;
        const { effectiveRules } = answer.observation.outputs;
        const rules = change((effectiveRules ?? []) as readonly JsonObject[]);
        return {
          ...answer,
          observation: { ...answer.observation, outputs: { ...answer.observation.outputs, effectiveRules: rules } },
        };
      };
      return { ...driver, read, collectionOf: () => null };
    },
  });
  const [id, other] = ["Enablement_EndUser_Assignment", "Approval_EndUser_Assignment"];
  await up(world, declared({ rules: policy() }));
  const without = lifted((rules) => rules.map((rule) => (rule["id"] === id ? { ...rule, enabledRules: [] } : rule)));
  const { drift } = await driftStack("dev", without);
  const rights = drift.flatMap((row) => row.rights?.gains ?? []);
  expect(rights).toContainEqual({ who: "whoever asks for the role", what: `the role without Justification (${id})` });
  const gone = lifted((rules) => rules.filter((rule) => rule["id"] !== other));
  const moved = (await planned({ rules: policy() }, gone)).drift;
  expect(moved?.flatMap((row) => row.path)).toContain(`/effectiveRules/${other}`);
});

test("another policy ends what the rules of the present one say", async () => {
  await up(world, declared({ rules: policy() }));
  const policyId = `${scope}/providers/Microsoft.Authorization/roleManagementPolicies/p-2`;
  const { steps } = await planned({ rules: policy({ policyId }) });
  expect(steps[0]?.rights?.gains).toContainEqual({ who: "(known after apply)", what: "(known after apply)" });
});
