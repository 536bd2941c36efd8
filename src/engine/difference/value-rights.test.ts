import { expect, test } from "vitest";
import type { Json } from "../../../packages/base/json/json.ts";
import { oauthClient } from "../../definitions/resources/oauth-client.ts";
import { roleManagementPolicyAssignment } from "../../definitions/resources/role-management-policy-assignment.ts";
import { movedRights, valueRights } from "./value-rights.ts";

const ada = { id: "a1", description: "Ada", isBackup: false, userType: "User" };
const ops = { id: "g1", description: "Ops", isBackup: false, userType: "Group" };
const approval = (isApprovalRequired: boolean, ...primaryApprovers: readonly (typeof ada)[]) => ({
  ...{ ruleType: "RoleManagementPolicyApprovalRule", id: "Approval_EndUser_Assignment" },
  setting: { isApprovalRequired, approvalStages: [{ primaryApprovers }] },
});
const enablement = (...enabledRules: readonly string[]) => ({ id: "Enablement_EndUser_Assignment", enabledRules });
const policy = (...effectiveRules: readonly (ReturnType<typeof approval> | ReturnType<typeof enablement>)[]) => ({
  effectiveRules,
});

test("an approver that comes or goes, a requirement that is lifted or set", () => {
  const before = policy(approval(true, ada), enablement("MultiFactorAuthentication"));
  const after = policy(approval(false, ops), enablement("MultiFactorAuthentication", "Ticketing"));
  expect(valueRights(roleManagementPolicyAssignment, before, after)).toEqual({
    gains: [
      { who: "Ops (g1)", what: "the right to approve requests in stage 1 (Approval_EndUser_Assignment)" },
      {
        ...{ who: "whoever asks for the role", what: "the role without approval (Approval_EndUser_Assignment)" },
        says: "may get the role without approval (Approval_EndUser_Assignment)",
      },
    ],
    loses: [
      { who: "Ada (a1)", what: "the right to approve requests in stage 1 (Approval_EndUser_Assignment)" },
      {
        ...{ who: "whoever asks for the role", what: "the role without Ticketing (Enablement_EndUser_Assignment)" },
        says: "may no longer get the role without Ticketing (Enablement_EndUser_Assignment)",
      },
    ],
  });
  expect(valueRights(roleManagementPolicyAssignment, before, before)).toBeUndefined();
});

test("who only has another name, or an id that is spelt otherwise, keeps what they have", () => {
  const renamed = { ...ada, id: "A1", description: "Ada L." };
  expect(
    valueRights(roleManagementPolicyAssignment, policy(approval(true, ada)), policy(approval(true, renamed))),
  ).toBeUndefined();
});

test("a value is told as it is", () => {
  const rules = { effectiveRules: [{ id: "R", enabledRules: ["$&$'"] }] };
  expect(valueRights(roleManagementPolicyAssignment, {}, rules)?.loses).toMatchObject([
    { what: "the role without $&$' (R)" },
  ]);
});

const secret = (id: string) => ({ $secret: { id, fingerprint: `${id}-of-the-stack` } });

test("a secret is not told, and one that becomes another is lost and gained", () => {
  const client = (...allowedRedirectUris: readonly Json[]) => ({ allowedRedirectUris });
  const change = valueRights(oauthClient, client(secret("one"), "https://a.example"), client(secret("two")));
  const secretly = { who: "(secret)", what: "the codes of people who sign in" };
  expect(change).toEqual({ gains: [secretly], loses: [secretly, { ...secretly, who: "https://a.example" }] });
  expect(valueRights(oauthClient, client(secret("one")), client(secret("one")))).toBeUndefined();
  const scope = valueRights(oauthClient, undefined, { allowedScopes: [secret("one")] });
  expect(scope?.gains).toEqual([{ who: "the client", what: "the scope (secret)" }]);
});

test("what only a run can know is told as that, alone, in a list and as the list", () => {
  const unknown = { $unknown: "known after at is created" };
  const someone = [{ who: "(known after apply)", what: "the codes of people who sign in" }];
  expect(valueRights(oauthClient, undefined, { allowedRedirectUris: [unknown] })?.gains).toEqual(someone);
  expect(valueRights(oauthClient, undefined, { allowedRedirectUris: unknown })?.gains).toEqual(someone);
  const rule = { id: "R", enabledRules: [secret("one")] };
  expect(valueRights(roleManagementPolicyAssignment, {}, { effectiveRules: [rule] })?.loses).toMatchObject([
    { what: "the role without (secret) (R)" },
  ]);
});

test("a rule that goes takes its guards along", () => {
  expect(valueRights(roleManagementPolicyAssignment, policy(approval(true)), policy())).toEqual({
    gains: [
      {
        ...{ who: "whoever asks for the role", what: "the role without approval (Approval_EndUser_Assignment)" },
        says: "may get the role without approval (Approval_EndUser_Assignment)",
      },
    ],
    loses: [],
  });
});

test.each([
  ["/effectiveRules/R/setting/isApprovalRequired", true, false, ["whoever asks for the role"], []],
  ["/effectiveRules/R/setting/isApprovalRequired", true, undefined, ["whoever asks for the role"], []],
  ["/effectiveRules/R/setting/approvalStages/0/primaryApprovers/a1", ada, undefined, [], ["Ada (a1)"]],
  ["/effectiveRules/R/setting/approvalStages/0/primaryApprovers/a1/isBackup", false, true, [], []],
  ["/effectiveRules/R/maximumDuration", "PT8H", "P1D", ["whoever is given the role"], []],
  ["/effectiveRules/R/enabledRules", ["Justification"], [], ["whoever asks for the role"], []],
  ["/effectiveRules/R/pimOnlyModeSettings/mode", "Enabled", "ReportOnly", ["whoever is given the role"], []],
] as const)("what moved at %s from %j to %j", (path, old, next, gains, loses) => {
  const change = movedRights(roleManagementPolicyAssignment, path, old as never, next as never);
  const who = (rights: readonly { readonly who: string }[] = []) => rights.map((each) => each.who);
  expect([who(change?.gains), who(change?.loses)]).toEqual([gains, loses]);
});

const portal = {
  allowedRedirectUris: ["https://a.example/cb"],
  allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
  allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
};
const rows = (change: ReturnType<typeof valueRights>) =>
  [...(change?.gains ?? []).map((each) => ["+", each]), ...(change?.loses ?? []).map((each) => ["-", each])].map(
    ([sign, right]) => `${String(sign)} ${Object.values(right as object).join(": ")}`,
  );

test.each([
  [
    { allowedRedirectUris: ["https://a.example/CB"] },
    [
      "+ https://a.example/CB: the codes of people who sign in",
      "- https://a.example/cb: the codes of people who sign in",
    ],
  ],
  [
    { allowedGrantTypes: ["REFRESH_TOKEN_GRANT", "AUTHORIZATION_CODE_GRANT"] },
    ["+ the client: tokens by REFRESH_TOKEN_GRANT"],
  ],
  [{ allowedScopes: [] }, ["- the client: the scope https://www.googleapis.com/auth/cloud-platform"]],
  [{ disabled: true }, ["- the client: the right to be used"]],
  [{ clientType: "PUBLIC_CLIENT" }, ["+ whoever knows the client's id: tokens of the client without a secret"]],
  [{ displayName: "other" }, []],
])("a client that gets %j", (change, told) => {
  expect(rows(valueRights(oauthClient, portal, { ...portal, ...change }))).toEqual(told);
});

test("a client that is enabled again gives the right back, and one that comes or goes disabled gives and takes none", () => {
  const off = { disabled: true };
  expect(rows(valueRights(oauthClient, off, { disabled: false }))).toEqual(["+ the client: the right to be used"]);
  expect(valueRights(oauthClient, off, undefined)).toBeUndefined();
  expect(valueRights(oauthClient, undefined, off)).toBeUndefined();
});

test("a client's list that moved on the platform, is told by its members", () => {
  const now = ["https://a.example/cb", "https://evil.example/"];
  expect(rows(movedRights(oauthClient, "/allowedRedirectUris", portal.allowedRedirectUris, now))).toEqual([
    "+ https://evil.example/: the codes of people who sign in",
  ]);
  expect(rows(movedRights(oauthClient, "/disabled", true, undefined))).toEqual(["+ the client: the right to be used"]);
});

const at = (path: string) => `/effectiveRules/R/${path}`;
test.each([
  ["maximumDuration", "PT8H", undefined, ["+ may have the role without a limit, before for at most PT8H"]],
  ["maximumDuration", undefined, "PT23H", ["- may have the role for at most PT23H, before without a limit"]],
  ["maximumDuration", "P1D", "PT480M", ["- may have the role for at most PT480M, before for at most P1D"]],
  ["maximumDuration", "PT8H", "P1D", ["+ may have the role for at most P1D, before for at most PT8H"]],
  ["maximumDuration", "P1D", "PT24H", []],
  ["maximumDuration", "P364D", "P1Y", ["+ may have the role for at most P1Y, before for at most P364D"]],
  ["maximumDuration", "P1M", "P30D", ["+ may have the role for at most P30D, before for at most P1M"]],
  [
    ...["setting/approvalMode", "SingleStage", "NoApproval"],
    ["+ may get the role in approval mode NoApproval, before in approval mode SingleStage"],
  ],
  [
    ...["setting/approvalMode", "NoApproval", "SingleStage"],
    ["- may get the role in approval mode SingleStage, before in approval mode NoApproval"],
  ],
  ["setting/approvalMode", "Serial", "Parallel", []],
  [
    ...["target/caller", "EndUser", "Admin"],
    ["+ may make requests of end users without the rule", "- may no longer make requests of admins without the rule"],
  ],
  ["target/operations", ["All"], ["Activate"], ["+ may make requests to do other than Activate without the rule"]],
  [
    "target/operations",
    ["Activate"],
    ["All"],
    ["- may no longer make requests to do other than Activate without the rule"],
  ],
  ["target/operations", ["Assign", "Renew"], ["Assign"], ["+ may make requests to Renew without the rule"]],
  ["target/targetObjects", [], ["o1"], ["+ may make requests for others than o1 without the rule"]],
  [
    "target/targetObjects",
    ["o1"],
    ["o2"],
    ["+ may make requests for o1 without the rule", "- may no longer make requests for o2 without the rule"],
  ],
  [
    "setting/approvalStages/1/isApproverJustificationRequired",
    true,
    false,
    ["+ may decide in stage 2 without a reason"],
  ],
  [
    "claimValue",
    "c1",
    undefined,
    ["+ may get the role in no authentication context, before in authentication context c1"],
  ],
  [
    ...["claimValue", "c1", "c2"],
    [
      "+ may get the role in authentication context c2, before in authentication context c1",
      "- may get the role in authentication context c2, before in authentication context c1",
    ],
  ],
  ["isDefaultRecipientsEnabled", true, false, ["+ may get the role without notice to the usual recipients"]],
  ["notificationRecipients", ["a@acme.example"], [], ["+ may get the role without notice to a@acme.example"]],
  [
    ...["notificationLevel", "Critical", "All"],
    ["- may get the role with notifications of level All, before with notifications of level Critical"],
  ],
  [
    ...["pimOnlyModeSettings/excludedAssignmentTypes", [], ["ServicePrincipalsAsTarget"]],
    ["+ may have the role without activating it where ServicePrincipalsAsTarget is exempt"],
  ],
  ["target/enforcedSettings", ["s"], [], ["+ may override s"]],
] as const)("at %s, from %j to %j", (path, old, next, rows) => {
  const change = movedRights(roleManagementPolicyAssignment, at(path), old as never, next as never);
  const said = (sign: string, all: readonly { readonly says?: string }[] = []) =>
    all.map(({ says }) => `${sign} ${says?.replace(" (R)", "")}`);
  expect([...said("+", change?.gains), ...said("-", change?.loses)]).toEqual(rows);
});

test("who approves in another stage than before keeps no right in the one that is left", () => {
  const stages = (...approvers: readonly (typeof ada)[]) =>
    policy({
      ...approval(true),
      setting: { isApprovalRequired: true, approvalStages: approvers.map((each) => ({ primaryApprovers: [each] })) },
    });
  const change = valueRights(roleManagementPolicyAssignment, stages(ada, ops), stages(ops, ada));
  const rule = "(Approval_EndUser_Assignment)";
  expect(change).toEqual({
    gains: [
      { who: "Ops (g1)", what: `the right to approve requests in stage 1 ${rule}` },
      { who: "Ada (a1)", what: `the right to approve requests in stage 2 ${rule}` },
    ],
    loses: [
      { who: "Ada (a1)", what: `the right to approve requests in stage 1 ${rule}` },
      { who: "Ops (g1)", what: `the right to approve requests in stage 2 ${rule}` },
    ],
  });
});
