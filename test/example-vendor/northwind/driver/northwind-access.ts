import { bearerHeader } from "../../../../src/providers/credentials/sources/credential-source.ts";
import { inEnvironment } from "../../../../src/providers/credentials/sources/find-credential.ts";
import { forVendor, type GivenCredential } from "../../../../src/providers/credentials/sources/given-credential.ts";
import type { VendorAccess } from "../../../../src/providers/credentials/vendor-access.ts";
import { northwindOrigin } from "../wire/key-wire.ts";

const tokenVariable = "NORTHWIND_TOKEN";

export const northwindAccess: VendorAccess = {
  places: {
    publicOrigins: [northwindOrigin],
    usualOrigins: () => [northwindOrigin],
    addresses: ({ baseUrl }) =>
      typeof baseUrl === "string" && baseUrl !== ""
        ? [{ base: baseUrl, field: "baseUrl" }]
        : [{ base: northwindOrigin, field: null }],
  },
  signIn: {
    tokenVariable,
    usual: (means) => {
      const token = inEnvironment(tokenVariable, means);
      return token === undefined ? null : bearer(token);
    },
    usualLink: () => ({ link: tokenVariable, isRenewed: false }),
    bearer,
  },
};

function bearer(given: GivenCredential) {
  return async () => bearerHeader(forVendor(given));
}
