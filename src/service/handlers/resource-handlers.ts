import { unopened } from "../../contract/call.ts";
import type { ImportRequest } from "../../contract/documents/imports.ts";
import type { WatchEvent } from "../../contract/documents/resources.ts";
import { resourceOperations } from "../../contract/operations/resources.ts";
import { stackAddress } from "../../contract/stack-name.ts";
import type { Infer } from "../../contract/words.ts";
import { handledBy } from "../requests/handler.ts";
import { importObjects } from "../use-cases/objects/import-objects.ts";
import type { ImportEntry } from "../use-cases/objects/import-request.ts";
import { requireStack } from "../use-cases/stacks/require-stack.ts";
import { forgetResource, renameResource } from "../use-cases/state/edit-state.ts";
import { inspectResource } from "../use-cases/state/inspect-resource.ts";
import { resourceHistory } from "../use-cases/state/resource-history.ts";
import { showResource } from "../use-cases/state/show-state.ts";
import { textOf } from "./given-declaration.ts";

export function entriesOf({ imports }: Pick<Infer<typeof ImportRequest>, "imports">): readonly ImportEntry[] {
  return imports.map(({ type, name, id, provider = null }) => ({ type, name, id, provider }));
}

export const resourceHandlers = handledBy(resourceOperations, {
  listResources: {
    handle: async ({ path: { stack }, query, page, lastEventId, wantsBody }, context) => {
      if (query["watch"] === true && !wantsBody) return { status: 200, stream: unopened };
      if (query["watch"] === true) {
        const from = lastEventId ?? query["resourceVersion"];
        const events = await context.watch().watch(stack, from === undefined ? null : String(from), context.signal);
        return { status: 200, stream: { events: versioned(events), isShared: true } };
      }
      await requireStack(stack, context.deployment);
      const { resources, resourceVersion, next } = await context.watch().list(stack, page);
      return { status: 200, document: { resourceVersion, ...page.answer({ items: resources, next }) } };
    },
  },
  getResource: {
    handle: async ({ path }, { deployment }) => {
      const document = await showResource(path.stack, path.name, deployment);
      return { status: 200, document, etag: `g${document.generation}.${document.observedAt}` };
    },
  },
  inspectResource: {
    handle: async ({ path }, { deployment }) => ({
      status: 200,
      document: await inspectResource(path.stack, path.name, deployment),
    }),
  },
  listResourceHistory: {
    handle: async ({ path, page }, { deployment }) => ({
      status: 200,
      document: page.answer(await resourceHistory(path.stack, path.name, page, deployment)),
    }),
  },
  forgetResource: {
    handle: async ({ path }, { deployment }) => {
      await forgetResource(path.stack, path.name, deployment);
      return { status: 204 };
    },
  },
  renameResource: {
    handle: async ({ path: { stack, name }, body }, { deployment, effect }) => {
      await renameResource(stack, name, body.to, deployment, effect);
      return { status: 204, location: `${stackAddress(stack)}/resources/${encodeURIComponent(body.to)}` };
    },
  },
  importResources: {
    handle: async ({ path, body }, { deployment, effect }) => {
      const request = { stack: path.stack, entries: entriesOf(body), declaration: textOf(body.declaration) };
      const imported = await importObjects(request, deployment, effect);
      return { status: 201, document: { imported } };
    },
  },
});

async function* versioned(events: AsyncIterable<WatchEvent>) {
  for await (const event of events)
    yield { ...("resourceVersion" in event ? { id: event.resourceVersion } : {}), data: event };
}
