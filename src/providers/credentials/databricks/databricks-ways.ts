import { azureCloudOfHost } from "../../../../packages/vendor-wire/databricks/azure-workspaces.ts";
import type { EntraWay } from "../azure/entra-tokens.ts";
import { type CredentialSurroundings, inEnvironment } from "../sources/find-credential.ts";
import type { GivenCredential } from "../sources/given-credential.ts";
import type { SubjectPlace } from "../sources/subject-token.ts";

/** What a workspace is signed in to with. */
export type DatabricksMeans =
  | { readonly kind: "token"; readonly token: GivenCredential }
  | { readonly kind: "client-secret"; readonly clientId: string; readonly secret: GivenCredential }
  | { readonly kind: "federated"; readonly clientId: string | undefined; readonly subject: SubjectPlace }
  /** `cloud`: of Azure's. `subject`: what is shown to Entra instead of a secret. */
  | { readonly kind: "entra"; readonly cloud: string; readonly signIn: EntraWay }
  | {
      readonly kind: "entra-federated";
      readonly cloud: string;
      readonly tenantId: string;
      readonly clientId: string;
      readonly subject: SubjectPlace;
    };

/** Which way is taken. */
export type DatabricksWay =
  | { readonly kind: "way"; readonly link: string; readonly isRenewed: boolean; readonly means: DatabricksMeans }
  /** Nothing is there to sign in with. */
  | { readonly kind: "none" }
  | { readonly kind: "wrong"; readonly why: string };

/** What a way is looked for with. */
interface Place {
  readonly given: (name: string) => GivenCredential | undefined;
  readonly text: (name: string) => string | undefined;
  /** The cloud of Azure's that the workspace is in; undefined where it is elsewhere. */
  readonly cloud: string | undefined;
}

interface Way {
  /** What the vendor's tools call it in `DATABRICKS_AUTH_TYPE`. */
  readonly name: string;
  readonly link: string;
  /** What it takes, for whoever named it. */
  readonly needs: string;
  readonly find: (place: Place) => DatabricksMeans | undefined;
}

/**
 * In the order in which they are looked for. Names and variables are those of the vendor's SDKs, in which the last way
 * is the Azure CLI; here it is Azure's default chain, which ends with it.
 */
const ways: readonly Way[] = [
  {
    name: "pat",
    link: "DATABRICKS_TOKEN",
    needs: "DATABRICKS_TOKEN",
    find: ({ given }) => {
      const token = given("DATABRICKS_TOKEN");
      return token === undefined ? undefined : { kind: "token", token };
    },
  },
  {
    name: "oauth-m2m",
    link: "the service principal of DATABRICKS_CLIENT_ID",
    needs: "DATABRICKS_CLIENT_ID and DATABRICKS_CLIENT_SECRET",
    find: ({ given, text }) => {
      const [clientId, secret] = [text("DATABRICKS_CLIENT_ID"), given("DATABRICKS_CLIENT_SECRET")];
      if (clientId === undefined || secret === undefined) return undefined;
      return { kind: "client-secret", clientId, secret };
    },
  },
  {
    name: "env-oidc",
    link: "the federated token of a variable (DATABRICKS_OIDC_TOKEN, or the one that DATABRICKS_OIDC_TOKEN_ENV names)",
    needs: "DATABRICKS_OIDC_TOKEN, or DATABRICKS_OIDC_TOKEN_ENV with the name of a variable",
    find: ({ given, text }) => {
      const token = given(text("DATABRICKS_OIDC_TOKEN_ENV") ?? "DATABRICKS_OIDC_TOKEN");
      return token === undefined ? undefined : federated(text, { kind: "environment", token });
    },
  },
  {
    name: "file-oidc",
    link: "the federated token of the file that DATABRICKS_OIDC_TOKEN_FILEPATH names",
    needs: "DATABRICKS_OIDC_TOKEN_FILEPATH",
    find: ({ text }) => {
      const path = text("DATABRICKS_OIDC_TOKEN_FILEPATH");
      return path === undefined ? undefined : federated(text, { kind: "file", path });
    },
  },
  {
    name: "github-oidc",
    link: "the federated token of a GitHub workflow",
    needs: "DATABRICKS_CLIENT_ID, and a workflow with `id-token: write`",
    find: (place) => {
      const subject = ofWorkflow(place);
      if (subject === undefined || place.text("DATABRICKS_CLIENT_ID") === undefined) return undefined;
      return federated(place.text, subject);
    },
  },
  {
    name: "github-oidc-azure",
    link: "the federated token of a GitHub workflow, by Entra",
    needs: "a workspace on Azure, ARM_CLIENT_ID, ARM_TENANT_ID, and a workflow with `id-token: write`",
    find: (place) => {
      const [clientId, tenantId] = [place.text("ARM_CLIENT_ID"), place.text("ARM_TENANT_ID")];
      const [subject, { cloud }] = [ofWorkflow(place), place];
      if (cloud === undefined || clientId === undefined || tenantId === undefined) return undefined;
      return subject === undefined ? undefined : { kind: "entra-federated", cloud, tenantId, clientId, subject };
    },
  },
  {
    name: "azure-msi",
    link: "the managed identity of this machine (ARM_USE_MSI)",
    needs: "a workspace on Azure, and ARM_USE_MSI=true",
    find: ({ text, cloud }) => {
      if (cloud === undefined || !/^(1|true)$/i.test(text("ARM_USE_MSI") ?? "")) return undefined;
      return { kind: "entra", cloud, signIn: { way: "managed-identity", clientId: text("ARM_CLIENT_ID") } };
    },
  },
  {
    name: "azure-client-secret",
    link: "the service principal of ARM_CLIENT_ID, by Entra",
    needs: "a workspace on Azure, ARM_CLIENT_ID, ARM_CLIENT_SECRET and ARM_TENANT_ID",
    find: ({ text, cloud }) => {
      const [clientId, tenantId] = [text("ARM_CLIENT_ID"), text("ARM_TENANT_ID")];
      const secret = text("ARM_CLIENT_SECRET");
      if (cloud === undefined || clientId === undefined || tenantId === undefined || secret === undefined)
        return undefined;
      return { kind: "entra", cloud, signIn: { way: "client-secret", tenantId, clientId, secret } };
    },
  },
  {
    name: "azure-cli",
    link: "the login of the Azure CLI",
    needs: "a workspace on Azure, and the Azure CLI's login",
    find: ({ text, cloud }) => {
      if (cloud === undefined) return undefined;
      return { kind: "entra", cloud, signIn: { way: "azure-cli", tenantId: text("ARM_TENANT_ID") } };
    },
  },
];

/** What is taken last and has no name of the vendor's. */
const chain: Way = {
  name: "azure",
  link: "Azure's default chain: AZURE_* variables, workload or managed identity, or the Azure CLI's login",
  needs: "a workspace on Azure",
  find: ({ cloud }) => (cloud === undefined ? undefined : { kind: "entra", cloud, signIn: { way: "chain" } }),
};

/**
 * The way to sign in to a workspace: the one that `DATABRICKS_AUTH_TYPE` names, else the first that has what it needs.
 * Pure.
 */
export function databricksWay(baseUrl: unknown, surroundings: CredentialSurroundings): DatabricksWay {
  const { profile } = surroundings.machine ?? {};
  const used: string[] = [];
  const given = (name: string) => {
    const found = inEnvironment(name, surroundings);
    if (found !== undefined) used.push(name);
    return found;
  };
  const text = (name: string) => given(name)?.text;
  const hostname = typeof baseUrl === "string" ? (URL.parse(baseUrl)?.hostname ?? "") : "";
  const place = { given, text, cloud: azureCloudOfHost(hostname) };
  const named = text("DATABRICKS_AUTH_TYPE");
  // Without a machine there is nothing that Azure's chain could ask.
  const last = surroundings.machine === undefined ? [] : [chain];
  const open = named === undefined ? [...ways.filter(({ name }) => name !== "azure-cli"), ...last] : [...ways, chain];
  const tried = named === undefined ? open : open.filter(({ name }) => name === named);
  for (const { name, link, find } of tried) {
    used.length = 0;
    const means = find(place);
    if (means === undefined) continue;
    const isOfProfile = used.some((each) => profile?.gives.includes(each));
    const by = isOfProfile ? `the profile \`${profile?.name}\`, in the place of ${link}` : link;
    return { kind: "way", link: by, isRenewed: name !== "pat", means };
  }
  if (named === undefined) return { kind: "none" };
  const [way] = tried;
  const known = open.map(({ name }) => name).join(", ");
  if (way === undefined)
    return { kind: "wrong", why: `DATABRICKS_AUTH_TYPE names \`${named}\`; known here are ${known}` };
  return { kind: "wrong", why: `DATABRICKS_AUTH_TYPE names \`${named}\`, which takes ${way.needs}` };
}

function federated(text: Place["text"], subject: SubjectPlace): DatabricksMeans {
  return { kind: "federated", clientId: text("DATABRICKS_CLIENT_ID"), subject };
}

function ofWorkflow({ given, text }: Place): SubjectPlace | undefined {
  const [url, token] = [text("ACTIONS_ID_TOKEN_REQUEST_URL"), given("ACTIONS_ID_TOKEN_REQUEST_TOKEN")];
  return url === undefined || token === undefined ? undefined : { kind: "github", url, token };
}
