import type { Mistake } from "../mistake.ts";

const google = "google: { kind: google, project: acme-prod, region: europe-west1, zone: europe-west1-b }";
const azure = "azure: { kind: azure, subscriptionId: 11111111-2222-3333-4444-555555555555 }";
const workspace = "workspace: { kind: databricks, level: workspace }";

/** Providers that are misspelt, of another kind, or lack something. */
export const providers: readonly Mistake[] = [
  {
    name: "the kind is misspelt",
    change: [["kind: google", "kind: ▸gogle"]],
    says: ["`gogle`", "did you mean `google`?"],
    never: ["unknown-provider"],
  },
  {
    name: "the name that Google's cloud goes by elsewhere",
    change: [["kind: google", "kind: ▸gcp"]],
    says: ["`gcp`", "did you mean `google`?"],
  },
  {
    name: "the name of a provider of Terraform",
    change: [["kind: azure", "kind: ▸azurerm"]],
    says: ["`azurerm`", "did you mean `azure`?"],
  },
  {
    name: "`retryFor` without its unit",
    change: [["project: acme-prod,", "project: acme-prod, retryFor: ▸10,"]],
    says: ["30s, 20m or 2h"],
    never: ["write 10", 'write "10"', "in quotes"],
  },
  {
    name: "a vendor that is not served",
    change: [["kind: azure", "kind: ▸aws"]],
    says: ["`aws`", "google, azure, databricks"],
    never: ["did you mean"],
  },
  {
    name: "the kind is missing",
    change: [[google, "▸google: { project: acme-prod }"]],
    says: ["`kind` is missing", "google, azure, databricks"],
  },
  {
    name: "a resource names a provider that is misspelt",
    change: [["protect: true", "provider: ▸gogle"]],
    says: ["gogle", "did you mean `google`?"],
  },
  {
    name: "a resource names a provider of another kind",
    change: [["protect: true", "provider: ▸azure"]],
    says: ["`azure`", "kind azure", "kind google", "`google`"],
  },
  {
    name: "a field is misspelt",
    change: [["project: acme-prod", "▸projct: acme-prod"]],
    says: ["`projct`", "did you mean `project`?"],
    never: ["provider-incomplete"],
  },
  {
    name: "a field of Terraform's spelling",
    change: [["subscriptionId:", "▸subscription_id:"]],
    says: ["`subscription_id`", "did you mean `subscriptionId`?"],
    never: ["provider-incomplete"],
  },
  {
    name: "two of a kind, and neither is the default",
    change: [
      [google, `${google}\n  second: { kind: google, project: acme-test, region: europe-west1, zone: europe-west1-b }`],
      ["  portal:\n    type", "  ▸portal:\n    type"],
    ],
    says: ["2 providers of kind google", "default: true", "options"],
  },
  {
    name: "two defaults",
    change: [
      [
        google,
        "google: { kind: google, project: acme-prod, region: a, zone: a-b, default: true }\n" +
          "  second: { kind: google, project: acme-test, region: a, zone: a-b, default: ▸true }",
      ],
    ],
    says: ["`google`", "default"],
  },
  {
    name: "the level of the account for a setting of a workspace",
    change: [
      [workspace, "account: { kind: databricks, level: account }"],
      ["  guardrail:", "  ▸guardrail:"],
    ],
    says: ["level", "account", "workspace"],
  },
  {
    name: "a level that is misspelt",
    change: [["level: workspace", "level: ▸worksapce"]],
    says: ["worksapce", "use `workspace`"],
  },
  {
    name: "no project is told",
    change: [
      [google, "google: { kind: google, region: europe-west1, zone: europe-west1-b }"],
      ["  portal:\n    type", "  ▸portal:\n    type"],
    ],
    says: ["project", "set `project` of provider `google`"],
  },
  {
    name: "a secret in a provider",
    change: [[azure, 'azure: { kind: azure, subscriptionId: "▸${config.password}" }']],
    says: ["secret", "azure"],
  },
];
