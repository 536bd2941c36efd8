import type { Hono } from "hono";
import type { Json } from "../../base/json.ts";
import type { Deployment } from "../../service/deployment.ts";
import { hideSecrets } from "../../service/hide-secrets.ts";
import { type ImportEntry, importObjects } from "../../service/import-objects.ts";
import { callLookup, readObject } from "../../service/read-objects.ts";
import { findUnmanaged } from "../../service/unmanaged.ts";
import {
  BadRequest,
  declarationAt,
  optionalText,
  type RequestBody,
  requestBodies,
  text,
  values,
} from "./request-body.ts";
import { bodyOf, stackOf } from "./route-input.ts";

/** Objects on the platforms: read, looked up, found, taken into management. */
export function objectRoutes(app: Hono, deployment: Deployment): void {
  app.post("/v1/get", async (context) => {
    const request = await bodyOf(context);
    const { type, id, outputs } = await readObject(
      {
        type: request.take("type", text),
        id: request.take("id", text),
        state: request.take("state", values),
        declaration: request.take("declaration", declarationAt),
        provider: request.take("provider", optionalText),
      },
      deployment,
    );
    return context.json({ type, id, outputs: await hideSecrets(outputs, deployment) });
  });
  app.post("/v1/lookup", async (context) => {
    const request = await bodyOf(context);
    return context.json(
      await callLookup(
        {
          function: request.take("function", text),
          arguments: request.take("arguments", values),
          declaration: request.take("declaration", declarationAt),
          provider: request.take("provider", optionalText),
        },
        deployment,
      ),
    );
  });
  app.post("/v1/unmanaged", async (context) => {
    const request = await bodyOf(context);
    const unmanaged = await findUnmanaged(
      {
        type: request.take("type", text),
        within: request.take("within", values),
        declaration: request.take("declaration", declarationAt),
        provider: request.take("provider", optionalText),
      },
      deployment,
    );
    return context.json({ unmanaged: await hideSecrets(unmanaged as unknown as Json, deployment) });
  });
  app.post("/v1/stacks/:stack/imports", async (context) => {
    const request = await bodyOf(context);
    const many = request.take("imports", requestBodies);
    const entries = many === null ? [entryOf(request)] : many.map(entryOf);
    if (entries.length === 0) throw new BadRequest("`imports` is empty");
    const declaration = request.take("declaration", declarationAt);
    const imported = await importObjects({ stack: stackOf(context), entries, declaration }, deployment);
    // One that was asked for by itself is answered by itself.
    return context.json(many === null ? imported[0] : { imported }, 201);
  });
}

function entryOf(request: RequestBody): ImportEntry {
  return {
    type: request.take("type", text),
    name: request.take("name", text),
    id: request.take("id", text),
    provider: request.take("provider", optionalText),
  };
}
