import { Credential, CredentialList, CredentialWrite } from "../documents/credentials.ts";
import { operations } from "../operation.ts";

export const credentialOperations = operations({
  listCredentials: {
    method: "GET",
    path: "/v1/credentials",
    tag: "Access",
    summary: "List the credentials for vendors",
    description: "Where each is found, where it may go and for which stacks; never what it is.",
    action: "access:manage",
    pages: { member: "credentials", filter: ["name"] },
    responses: { 200: { description: "A page of the credentials, by name.", schema: CredentialList } },
  },

  getCredential: {
    method: "GET",
    path: "/v1/credentials/{binding}",
    tag: "Access",
    summary: "Get a credential for a vendor",
    description: "Where it is found, where it may go and for which stacks; never what it is.",
    action: "access:manage",
    hasEtag: true,
    refusals: { 404: "There is no such credential." },
    responses: { 200: { description: "The credential.", schema: Credential } },
  },

  replaceCredential: {
    method: "PUT",
    path: "/v1/credentials/{binding}",
    tag: "Access",
    summary: "Name a credential for a vendor",
    description:
      "Says where it is found, where it may go and for which stacks. Once one of a kind is named, " +
      "the kind's usual credential goes nowhere any more.",
    action: "access:manage",
    body: { schema: CredentialWrite },
    precondition: "required",
    isAudited: true,
    hasEtag: true,
    refusals: { 409: "It stands in the settings of the service." },
    responses: { 200: { description: "The credential.", schema: Credential } },
  },

  deleteCredential: {
    method: "DELETE",
    path: "/v1/credentials/{binding}",
    tag: "Access",
    summary: "Forget a credential for a vendor",
    description: "From the next call on it goes nowhere. What it was is not touched.",
    action: "access:manage",
    precondition: "possible",
    isAudited: true,
    refusals: { 404: "There is no such credential.", 409: "It stands in the settings of the service." },
    responses: { 204: { description: "It is forgotten." } },
  },
});
