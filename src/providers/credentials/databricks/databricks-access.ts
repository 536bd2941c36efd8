import { natureOf } from "../provider-origin.ts";
import { bearerHeader } from "../sources/credential-source.ts";
import { forVendor } from "../sources/given-credential.ts";
import type { VendorAccess } from "../vendor-access.ts";
import { databricksMachine } from "./databricks-credentials.ts";
import { databricksSignIn } from "./databricks-sign-in.ts";
import { databricksWay } from "./databricks-ways.ts";

export const databricksAccess: VendorAccess = {
  places: {
    // There are none that all share: each workspace has its own.
    publicOrigins: [],
    usualOrigins: ({ DATABRICKS_HOST: host = "" }) => {
      const nature = host === "" ? undefined : natureOf(host);
      return nature === undefined || nature.kind === "never" ? [] : [nature.origin];
    },
    addresses: ({ baseUrl }) =>
      typeof baseUrl === "string" && baseUrl !== "" ? [{ base: baseUrl, field: "baseUrl" }] : [],
    takesOriginOnly: true,
    // Where GitHub issues a workflow's token (source: its documentation).
    isSignIn: ({ origin }, environment) =>
      URL.parse(environment["ACTIONS_ID_TOKEN_REQUEST_URL"] ?? "")?.origin === origin,
  },
  signIn: {
    tokenVariable: "DATABRICKS_TOKEN",
    clientVariables: { id: "DATABRICKS_CLIENT_ID", secret: "DATABRICKS_CLIENT_SECRET" },
    usual: databricksSignIn,
    usualLink: ({ baseUrl }, surroundings) => {
      const way = databricksWay(baseUrl, surroundings);
      if (way.kind !== "way") return { link: "none of the places that are known", isRenewed: true };
      return { link: way.link, isRenewed: way.isRenewed };
    },
    bearer: (given) => async () => bearerHeader(forVendor(given)),
    ofClient: (clientId, clientSecret, { bounded, now, tokenOrigins }) =>
      databricksMachine({ clientId, clientSecret }, bounded, now, tokenOrigins),
  },
};
