import type { LocalReplySeen, Vendor } from "./reply.ts";

interface Exception {
  readonly vendor: Vendor;
  readonly path: RegExp;
  readonly method?: string;
  /** Only errors (400 and above). */
  readonly errors?: true;
  readonly mode?: "faithful";
  readonly reason: string;
}

/** Every answer that is held against no published schema, and why. */
const exceptions: readonly Exception[] = [
  {
    vendor: "azure",
    path: /(^|\/)providers\//i,
    errors: true,
    mode: "faithful",
    reason: "what the service really answers instead of what is described; its three shapes have tests of their own",
  },
  {
    vendor: "azure",
    path: /\/roleManagementPolicies\/[^/]+$/i,
    method: "PUT",
    errors: true,
    reason: "a method that no version describes; the service answers a bare text, in both modes",
  },
  {
    vendor: "azure",
    path: /^/,
    method: "HEAD",
    reason: "whether something is there, which the front door answers for every type",
  },
  {
    vendor: "azure",
    path: /^(subscriptions\/[^/]+\/)?providers(\/[^/]+(\/register)?)?$/i,
    reason: "namespaces: of the platform's own description, which no type's has",
  },
  {
    vendor: "azure",
    path: /^subscriptions\/[^/]+(\/resourceGroups(\/[^/]+)?)?(\/resources)?$/i,
    reason: "resource groups and what is in them: likewise",
  },
  {
    vendor: "azure",
    path: /\/locations\/[^/]+\/operation(Statuses|Results)\/[^/]+$/i,
    reason: "operations in the background: likewise",
  },
  {
    vendor: "azure",
    path: /\/assessmentProjects$/i,
    method: "GET",
    reason: "left out of the descriptions of 2023 and later, as far as they were kept",
  },
  {
    vendor: "google",
    path: /^(authorize|\.well-known\/.+)$/,
    reason: "OAuth: RFC 6749, RFC 8414 and OpenID Connect describe it, no discovery document does",
  },
  {
    vendor: "databricks",
    path: /^(oidc|api)\/(accounts\/[^/]+\/)?v1\/token$|^oidc\/accounts\/.*/,
    reason: "OAuth: RFC 6749 and RFC 8414 describe it",
  },
  {
    vendor: "databricks",
    path: /^api\/2\.0\/(token\/(create|list|delete)|permissions\/authorization\/tokens(\/permissionLevels)?)$/,
    reason: "the caller's own tokens and who may have them: test/wire/databricks holds them against the client's types",
  },
  {
    vendor: "databricks",
    path: /^api\/2\.0\/(permissions\/jobs\/[^/]+\/permissionLevels|preview\/scim\/v2\/Groups(\/[^/]+)?)$/,
    reason: "beside what the setting governs: test/wire/databricks holds them against the client's types",
  },
  {
    vendor: "databricks",
    path: /\/credentials\/secrets(\/[^/]+)?$/,
    reason: "secrets of service principals: likewise",
  },
];

/** Why an answer has no schema; undefined where it must have one. */
export function reasonForNone(vendor: Vendor, { method, path, status, mode }: LocalReplySeen): string | undefined {
  return exceptions.find(
    (each) =>
      each.vendor === vendor &&
      each.path.test(path) &&
      (each.method === undefined || each.method === method) &&
      (each.errors === undefined || status >= 400) &&
      (each.mode === undefined || each.mode === mode),
  )?.reason;
}
