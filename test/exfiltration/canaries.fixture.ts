/** Credentials that no vendor has issued, one for each way in which a vendor takes them. */
const canaries = {
  GOOGLE_OAUTH_ACCESS_TOKEN: "canary-google-7f21",
  ARM_ACCESS_TOKEN: "canary-azure-9c04",
  DATABRICKS_TOKEN: "canary-databricks-51aa",
  DATABRICKS_CLIENT_ID: "11111111-2222-4333-8444-555555555555",
  DATABRICKS_CLIENT_SECRET: "canary-client-secret-e3b8",
} as const;

export interface VendorCase {
  readonly kind: "google" | "azure" | "databricks";
  /** What is in the environment, and must not be found anywhere else. */
  readonly environment: Readonly<Record<string, string>>;
  readonly canary: string;
  /** An origin of the vendor's own. */
  readonly home: string;
  /** What the provider has beside its address. */
  readonly config: Readonly<Record<string, string>>;
  readonly resource: { readonly type: string; readonly properties: object };
}

const { GOOGLE_OAUTH_ACCESS_TOKEN, ARM_ACCESS_TOKEN, DATABRICKS_TOKEN, ...machine } = canaries;
const workspace = {
  kind: "databricks",
  home: "https://adb-1.azuredatabricks.net",
  config: {},
  resource: {
    type: "settings:RestrictWorkspaceAdmins",
    properties: { restrictWorkspaceAdmins: { status: "ALLOW_ALL" } },
  },
} as const;
const subscription = "11111111-2222-3333-4444-555555555555";

export const vendors: Readonly<Record<string, VendorCase>> = {
  google: {
    kind: "google",
    environment: { GOOGLE_OAUTH_ACCESS_TOKEN },
    canary: GOOGLE_OAUTH_ACCESS_TOKEN,
    home: "https://connectors.googleapis.com",
    config: { project: "acme", region: "here" },
    resource: {
      type: "connectors:EndpointAttachment",
      properties: {
        endpointAttachmentId: "a",
        serviceAttachment: "projects/p/regions/r/serviceAttachments/s",
      },
    },
  },
  azure: {
    kind: "azure",
    environment: { ARM_ACCESS_TOKEN },
    canary: ARM_ACCESS_TOKEN,
    home: "https://management.azure.com",
    config: { subscriptionId: subscription },
    resource: {
      type: "migrate:ServerCollector",
      properties: { resourceGroupName: "rg", projectName: "center", serverCollectorName: "one" },
    },
  },
  "databricks by token": { ...workspace, environment: { DATABRICKS_TOKEN }, canary: DATABRICKS_TOKEN },
  "databricks by secret": { ...workspace, environment: machine, canary: machine.DATABRICKS_CLIENT_SECRET },
};

/** True where the text holds the canary, plain or in any encoding that a request has for it. */
export function holdsCanary(text: string, canary: string): boolean {
  const decoded = [...text.matchAll(/basic ([a-z0-9+/=]+)/gi)].map(([, basic = ""]) => Buffer.from(basic, "base64"));
  return [text, ...decoded.map((each) => each.toString("latin1"))].some((each) => each.includes(canary));
}
