import { accessOperations } from "../../contract/operations/access.ts";
import { handledBy } from "../requests/handler.ts";
import { pageOfNewest } from "../requests/paging.ts";
import { pageOf } from "../use-cases/lists/page.ts";
import { accessControlOf } from "./access-control-of.ts";
import { withNames } from "./with-names.ts";

export const accessHandlers = handledBy(accessOperations, {
  listTokens: {
    handle: async ({ page }, context) => {
      const tokens = await accessControlOf(context).listTokens(context.authority);
      const found = pageOfNewest(tokens, ({ id }) => id, page);
      const items = await withNames(found.items, "owner", accessControlOf(context));
      return { status: 200, document: page.answer({ ...found, items }) };
    },
  },
  createToken: {
    handle: async ({ body }, context) => {
      const { stacks = null, machine = false } = body;
      const request = { ...body, stacks, machine };
      const made = await accessControlOf(context).createToken(request, context.authority, context.effect);
      return { status: 201, document: { ...made.view, token: made.token }, location: `/v1/tokens/${made.view.id}` };
    },
  },
  revokeToken: {
    handle: async ({ path }, context) => ({
      status: 200,
      document: await accessControlOf(context).revokeToken(path.handle, context.authority),
    }),
  },
  listPrincipals: {
    handle: async ({ page }, context) => {
      const principals = await accessControlOf(context).listPrincipals();
      const sorted = principals.toSorted((a, b) => (a.principal < b.principal ? -1 : 1));
      return { status: 200, document: page.answer(pageOf(sorted, ({ principal }) => principal, page)) };
    },
  },
});
