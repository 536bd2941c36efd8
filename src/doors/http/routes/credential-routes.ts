import type { CredentialWrite } from "../../../contract/documents/credentials.ts";
import {
  type CredentialDesk,
  keepCredential,
  listCredentials,
  removeCredential,
  showCredential,
} from "../../../service/credentials/manage-credentials.ts";
import { pageOf } from "../../../service/page.ts";
import { Refusal } from "../conventions/refusal.ts";
import { type Route, route } from "../route.ts";
import type { RouteContext } from "../route-context.ts";

/** Which credentials the service has for the vendors, and where each may go; never a credential itself. */
export const credentialRoutes: readonly Route[] = [
  route({
    operationId: "listCredentials",
    method: "GET",
    path: "/v1/credentials",
    tag: "Access",
    summary: "List the credentials for vendors",
    description: "Where each is found, where it may go and for which stacks; never what it is.",
    action: "access:manage",
    pages: { member: "credentials", filter: ["name"] },
    responses: { 200: { description: "A page of the credentials, by name.", schema: "CredentialList" } },
    handle: async ({ page }, context) => {
      const credentials = await listCredentials(deskOf(context));
      return { status: 200, document: page.answer(pageOf(credentials, ({ name }) => name, page)) };
    },
  }),
  route({
    operationId: "getCredential",
    method: "GET",
    path: "/v1/credentials/{binding}",
    tag: "Access",
    summary: "Get a credential for a vendor",
    description: "Where it is found, where it may go and for which stacks; never what it is.",
    action: "access:manage",
    hasEtag: true,
    refusals: { 404: "There is no such credential." },
    responses: { 200: { description: "The credential.", schema: "Credential" } },
    handle: async ({ path }, context) => {
      const view = await showCredential(path.binding, deskOf(context));
      return { status: 200, document: view, etag: view.etag };
    },
  }),
  route<"/v1/credentials/{binding}", CredentialWrite>({
    operationId: "replaceCredential",
    method: "PUT",
    path: "/v1/credentials/{binding}",
    tag: "Access",
    summary: "Name a credential for a vendor",
    description:
      "Says where it is found, where it may go and for which stacks. Once one of a kind is named, the kind's usual credential goes nowhere any more.",
    action: "access:manage",
    body: { schema: "CredentialWrite" },
    precondition: "required",
    isAudited: true,
    hasEtag: true,
    refusals: { 409: "It stands in the settings of the service." },
    responses: { 200: { description: "The credential.", schema: "Credential" } },
    handle: async ({ path, body, expected }, context) => {
      const view = await keepCredential(path.binding, body, expected, deskOf(context));
      return { status: 200, document: view, etag: view.etag };
    },
  }),
  route({
    operationId: "deleteCredential",
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
    handle: async ({ path, expected }, context) => {
      await removeCredential(path.binding, expected, deskOf(context));
      return { status: 204 };
    },
  }),
];

function deskOf({ deployment, accessControl }: RouteContext): CredentialDesk {
  if (accessControl === null)
    throw new Refusal(
      "not-found",
      "only a service keeps credentials by name; `plumb provider list` shows whom you trust",
    );
  return { deployment, access: accessControl };
}
