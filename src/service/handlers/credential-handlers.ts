import { credentialOperations } from "../../contract/operations/credentials.ts";
import type { CallContext } from "../requests/call-context.ts";
import { CallRefusal } from "../requests/call-refusal.ts";
import { handledBy } from "../requests/handler.ts";
import {
  type CredentialContext,
  keepCredential,
  listCredentials,
  removeCredential,
  showCredential,
} from "../use-cases/credentials/manage-credentials.ts";
import { pageOf } from "../use-cases/lists/page.ts";

/** Which credentials the service has for the vendors, and where each may go; never a credential itself. */
export const credentialHandlers = handledBy(credentialOperations, {
  listCredentials: {
    handle: async ({ page }, context) => {
      const credentials = await listCredentials(contextOf(context));
      return { status: 200, document: page.answer(pageOf(credentials, ({ name }) => name, page)) };
    },
  },
  getCredential: {
    handle: async ({ path }, context) => {
      const view = await showCredential(path.binding, contextOf(context));
      return { status: 200, document: view, etag: view.etag };
    },
  },
  replaceCredential: {
    handle: async ({ path, body, expected }, context) => {
      const view = await keepCredential(path.binding, body, expected, contextOf(context));
      return { status: 200, document: view, etag: view.etag };
    },
  },
  deleteCredential: {
    handle: async ({ path, expected }, context) => {
      await removeCredential(path.binding, expected, contextOf(context));
      return { status: 204 };
    },
  },
});

function contextOf({ deployment, accessControl }: CallContext): CredentialContext {
  if (accessControl === null)
    throw new CallRefusal(
      "not-found",
      "only a service keeps credentials by name; `plumb provider list` shows whom you trust",
    );
  return { deployment, access: accessControl };
}
