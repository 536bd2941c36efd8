import type { GivenDeclaration } from "../../contract/documents/declarations.ts";
import { readOperations } from "../../contract/operations/reads.ts";
import { handledBy } from "../requests/handler.ts";
import type { Deployment } from "../use-cases/deployment.ts";
import { type ReachedThrough, reachedThrough } from "../use-cases/direct/reached-through.ts";
import { callLookup, readObject } from "../use-cases/objects/read-objects.ts";
import { findUnmanaged } from "../use-cases/objects/unmanaged.ts";
import { atNoStack } from "../use-cases/stacks/at-stack.ts";
import { textOf } from "./given-declaration.ts";

/**
 * Where a provider and a configuration come from: a declaration, a provider that is kept, or what surrounds the
 * service.
 */
interface Reach {
  readonly declaration?: GivenDeclaration;
  readonly provider?: string;
}

export const readHandlers = handledBy(readOperations, {
  readObject: {
    handle: async ({ path, body }, { deployment }) => {
      const { id, state = {} } = body;
      const request = { type: path.type, id, state, ...(await reachOf(body, deployment)) };
      const read = await readObject(request, atNoStack(deployment));
      return { status: 200, document: { type: read.type, id: read.id, outputs: read.outputs } };
    },
  },
  findUnmanagedObjects: {
    handle: async ({ path, body }, { deployment }) => {
      const request = { type: path.type, within: body.within ?? {}, ...(await reachOf(body, deployment)) };
      return { status: 200, document: { unmanaged: await findUnmanaged(request, deployment) } };
    },
  },
  callFunction: {
    handle: async ({ path, body }, { deployment }) => ({
      status: 200,
      document: await callLookup(
        { function: path.function, arguments: body.arguments ?? {}, ...(await reachOf(body, deployment)) },
        atNoStack(deployment),
      ),
    }),
  },
});

function reachOf({ declaration, provider }: Reach, deployment: Deployment): Promise<ReachedThrough> {
  return reachedThrough({ declaration: textOf(declaration), provider: provider ?? null }, deployment);
}
