import { expect, test } from "vitest";
import type { Json } from "../../../../packages/base/json/json.ts";
import { catalog } from "../../resources/catalog.ts";
import { movedValues } from "../comparison/moved-values.ts";
import type { ResourceDefinition } from "../definition.ts";
import { outputSchema } from "../field-schema.ts";
import { plant } from "../sample-definition.fixture.ts";
import { driftRank } from "./drift-rank.ts";
import { driftRankFaults } from "./drift-rank-faults.fixture.ts";

type Fields = Readonly<Record<string, Json>>;

/** The ranks of all that moved between two looks at an object of a type. */
function ranks(type: string, before: Fields, now: Fields): readonly string[] {
  const definition = catalog.resources[type];
  if (definition === undefined) throw new Error(`no type ${type}`);
  const schema = outputSchema(definition);
  return movedValues(schema, before, now).map((moved) => driftRank(schema, moved, { ...before, ...now }));
}

const sealed = (id: string): Json => ({ $secret: { id, fingerprint: id } });
const client = "iam:OAuthClient";
const member = "compute:ReservationIamMember";
const policy = "authorization:RoleManagementPolicyAssignment";
const approval = (setting: Fields): Fields => ({
  effectiveRules: [{ id: "Approval_EndUser", ruleType: "RoleManagementPolicyApprovalRule", setting }],
});
const target = (values: Fields): Fields => ({
  effectiveRules: [{ id: "Enablement", ruleType: "RoleManagementPolicyEnablementRule", target: values }],
});
const stage = (...ids: readonly string[]): Fields => ({
  approvalStages: [{ primaryApprovers: ids.map((id) => ({ id, userType: "User" })) }],
});
const expiration = (maximumDuration: string): Fields => ({
  effectiveRules: [{ id: "Expiration", ruleType: "RoleManagementPolicyExpirationRule", maximumDuration }],
});

test.each([
  ["a redirect came", client, { allowedRedirectUris: ["a"] }, { allowedRedirectUris: ["b", "a"] }, "rights-widened"],
  ["a redirect went", client, { allowedRedirectUris: ["a", "b"] }, { allowedRedirectUris: ["a"] }, "other"],
  ["a redirect for another", client, { allowedRedirectUris: ["a"] }, { allowedRedirectUris: ["b"] }, "rights-widened"],
  ["switched off", client, {}, { disabled: true }, "disabled"],
  ["switched on", client, { disabled: true }, { disabled: false }, "enabled"],
  ["switched on by leaving out", client, { disabled: true }, {}, "enabled"],
  ["made public", client, { clientType: "CONFIDENTIAL_CLIENT" }, { clientType: "PUBLIC_CLIENT" }, "guard-removed"],
  ["made confidential", client, { clientType: "PUBLIC_CLIENT" }, { clientType: "CONFIDENTIAL_CLIENT" }, "other"],
  ["a secret switch", client, { disabled: sealed("a") }, { disabled: sealed("b") }, "enabled"],
  [
    "a secret kind in place of a known one",
    client,
    { clientType: "PUBLIC_CLIENT" },
    { clientType: sealed("a") },
    "guard-removed",
  ],
  ["another name", client, { displayName: "a" }, { displayName: "b" }, "other"],
  ["a condition went", member, { condition: { expression: "e" } }, {}, "guard-removed"],
  ["a condition came", member, {}, { condition: { expression: "e" } }, "other"],
  [
    "another condition",
    member,
    { condition: { expression: "e" } },
    { condition: { expression: "f" } },
    "rights-changed",
  ],
  [
    "no approval",
    policy,
    approval({ isApprovalRequired: true }),
    approval({ isApprovalRequired: false }),
    "guard-removed",
  ],
  ["approval", policy, approval({ isApprovalRequired: false }), approval({ isApprovalRequired: true }), "other"],
  ["approval left out", policy, approval({ isApprovalRequired: true }), approval({}), "guard-removed"],
  ["no approval left out", policy, approval({ isApprovalRequired: false }), approval({}), "other"],
  [
    "the setting with its approval went",
    policy,
    approval({ isApprovalRequired: true }),
    { effectiveRules: [{ id: "Approval_EndUser", ruleType: "RoleManagementPolicyApprovalRule" }] },
    "guard-removed",
  ],
  [
    "a rule of another kind under the same id",
    policy,
    approval({ isApprovalRequired: true }),
    { effectiveRules: [{ id: "Approval_EndUser", ruleType: "RoleManagementPolicyExpirationRule" }] },
    "guard-removed",
  ],
  [
    "a rule of a kind that nobody knows under the same id",
    policy,
    approval({ isApprovalRequired: true }),
    { effectiveRules: [{ id: "Approval_EndUser", ruleType: "RoleManagementPolicyNewRule" }] },
    "guard-removed",
  ],
  ["an approver went", policy, approval(stage("a", "b")), approval(stage("a")), "approver-lost"],
  ["an approver came", policy, approval(stage("a")), approval(stage("a", "b")), "rights-widened"],
  ["a rule went", policy, approval({}), { effectiveRules: [] }, "guard-removed"],
  [
    "no approval mode",
    policy,
    approval({ approvalMode: "Serial" }),
    approval({ approvalMode: "NoApproval" }),
    "guard-removed",
  ],
  [
    "an approval mode",
    policy,
    approval({ approvalMode: "NoApproval" }),
    approval({ approvalMode: "SingleStage" }),
    "other",
  ],
  ["stages at once", policy, approval({ approvalMode: "Serial" }), approval({ approvalMode: "Parallel" }), "other"],
  ["requests of others", policy, target({ caller: "EndUser" }), target({ caller: "Admin" }), "guard-removed"],
  ["requests of some", policy, target({ caller: "None" }), target({ caller: "Admin" }), "other"],
  ["fewer operations", policy, target({ operations: ["All"] }), target({ operations: ["Activate"] }), "guard-removed"],
  ["all operations", policy, target({ operations: ["Activate"] }), target({ operations: ["All"] }), "other"],
  ["only some objects", policy, target({ targetObjects: [] }), target({ targetObjects: ["o"] }), "guard-removed"],
  ["a longer time", policy, expiration("PT8H"), expiration("P1D"), "rights-widened"],
  ["a year for 364 days", policy, expiration("P364D"), expiration("P1Y"), "rights-widened"],
  ["364 days for a year", policy, expiration("P1Y"), expiration("P364D"), "other"],
  ["a month for 30 days", policy, expiration("P30D"), expiration("P1M"), "rights-widened"],
  ["30 days for a month", policy, expiration("P1M"), expiration("P30D"), "rights-widened"],
  ["a shorter time", policy, expiration("P1D"), expiration("PT8H"), "other"],
  [
    "what workspace admins may",
    "settings:RestrictWorkspaceAdmins",
    { restrictWorkspaceAdmins: { status: "RESTRICT_TOKENS_AND_JOB_RUN_AS" } },
    { restrictWorkspaceAdmins: { status: "ALLOW_ALL" } },
    "rights-widened",
  ],
  [
    "a value that nobody knows yet",
    "settings:RestrictWorkspaceAdmins",
    { restrictWorkspaceAdmins: { status: "ALLOW_ALL" } },
    { restrictWorkspaceAdmins: { status: "ALLOW_MORE" } },
    "rights-widened",
  ],
  [
    "the strictest in place of what nobody knows",
    "settings:RestrictWorkspaceAdmins",
    { restrictWorkspaceAdmins: { status: "ALLOW_NOTHING" } },
    { restrictWorkspaceAdmins: { status: "RESTRICT_TOKENS_AND_JOB_RUN_AS" } },
    "rights-widened",
  ],
  [
    "the strictest where nothing was said",
    "settings:RestrictWorkspaceAdmins",
    { restrictWorkspaceAdmins: {} },
    { restrictWorkspaceAdmins: { status: "RESTRICT_TOKENS_AND_JOB_RUN_AS" } },
    "other",
  ],
] as const)("%s", (_what, type, before, now, rank) => {
  expect(ranks(type, before, now)).toEqual([rank]);
});

test("what a definition leaves open, or ranks and can't have, is told", () => {
  const open: ResourceDefinition = {
    ...plant,
    governsAccess: true,
    inputs: {
      type: "object",
      additionalProperties: false,
      properties: {
        on: { type: "boolean" },
        level: { type: "string", enum: ["low", "high"], drift: { strictestFirst: ["low", "top"], looser: "enabled" } },
      },
    },
    outputs: { type: "object", additionalProperties: false, properties: {} },
  };
  expect(driftRankFaults(open)).toEqual([
    "/on of garden:Plant does not say what its drift means",
    "/level of garden:Plant ranks values that it can't have: top",
  ]);
});
