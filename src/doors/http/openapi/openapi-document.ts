import type { Operation, Parameter, Tag } from "../../../contract/operation.ts";
import { type Component, ref } from "../../../contract/words.ts";
import type { Catalog } from "../../../definitions/schema/definition.ts";
import { exampleCursor, parametersOf, pathParameters } from "../parameters.ts";
import { componentSchemas } from "./component-schemas.ts";
import { headerRefs, requestHeader, responseHeaders, usualHeaders } from "./headers.ts";
import { isLeftOut, preferencesFor } from "./preferences.ts";
import { problemComponents, problemResponsesOf } from "./problem-responses.ts";

const tags: Readonly<Record<Tag, string>> = {
  Service: "The service itself.",
  Types: "What can be declared, and how.",
  Declarations: "What is wanted, as people wrote it.",
  Stacks: "What is managed together.",
  Plans: "What a run would do: immutable, addressed by content.",
  Runs: "What carries plans out, and tells of it.",
  Resources: "What a stack manages.",
  State: "All that is recorded of a stack.",
  Objects: "Objects on their platforms, without any stack.",
  Operations: "Work on objects that takes its time.",
  Access: "Who may do what.",
  Audit: "Who did what.",
};

/** The description of the API in OpenAPI 3.1: the table of routes, the conventions that follow from it, all schemas. */
export function openApiDocument(catalog: Catalog, routes: readonly Operation[]): Readonly<Record<string, unknown>> {
  const schemas = componentSchemas(catalog);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const item = paths[route.path] ?? {};
    paths[route.path] = item;
    item[route.method.toLowerCase()] = operationOf(route);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Plumbline",
      summary: "Keeps cloud and identity resources true to their declaration.",
      description: about,
      version: "1.0.0",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      contact: { name: "Plumbline", url: "https://github.com/plumbline/plumbline" },
    },
    servers: [
      { url: "https://plumb.acme.example", description: "Production: your own service.", "x-internal": "false" },
    ],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: [{ bearer: [] }],
    paths,
    components: {
      schemas,
      parameters: Object.fromEntries(
        Object.entries(pathParameters).map(([name, parameter]) => [
          name,
          { name, in: "path", required: true, ...written(parameter) },
        ]),
      ),
      headers: responseHeaders,
      responses: problemComponents(),
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description:
            "A token of a trusted issuer (JWT, validated as RFC8725 advises: issuer, audience and a list of allowed algorithms), or one of the service's own.",
        },
      },
    },
  };
}

const about =
  "A declaration says what is wanted; a plan says what a run would do; a run does exactly that. Every answer that is no success is a problem document (RFC 9457) with all violations at once.";

function operationOf(route: Operation): Readonly<Record<string, unknown>> {
  const { operationId, tag, summary, description, action, body } = route;
  const parameters = [
    ...[...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({ $ref: `#/components/parameters/${name}` })),
    ...Object.entries(parametersOf(route)).map(([name, parameter]) => ({
      name,
      in: "query",
      required: false,
      ...written(
        route.pages !== undefined && name === "cursor" ? { ...parameter, example: exampleCursor(route) } : parameter,
      ),
    })),
    ...headersOf(route).map((name) => ({ name, in: "header", required: false, ...requestHeader(name, route) })),
  ];
  return {
    operationId,
    tags: [tag],
    summary,
    description: description ?? `${summary}.`,
    ...(action === null ? { security: [] } : {}),
    "x-plumbline-action": action ?? "none",
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            description: body.schema.schema.description ?? "What is sent.",
            required: body.isOptional !== true,
            content: contentOf(body.schema, body.media ?? ["application/json"]),
          },
        }),
    responses: { ...successesOf(route), ...problemResponsesOf(route) },
  };
}

function successesOf(route: Operation) {
  const isWrite = route.method !== "GET";
  const entries = Object.entries(route.responses).map(([status, response]) => {
    const { description, schema, media, watched, headers = [] } = response;
    const mayLack = status !== "200" && isLeftOut(route, status, response);
    const names = [
      ...usualHeaders,
      ...headers,
      ...(route.hasEtag === true ? ["ETag"] : []),
      ...(mayLack ? ["Preference-Applied"] : []),
      ...(route.isIdempotentByKey === true ? ["Idempotency-Replayed"] : []),
      ...(["202", "503"].includes(status) ? ["Retry-After"] : []),
    ];
    const content = schema === undefined ? {} : contentOf(schema, media ?? ["application/json"]);
    const stream = watched === undefined ? {} : contentOf(watched.schema, watched.media);
    return [
      status,
      {
        description: mayLack
          ? `${description} Without a document where \`Prefer: return=minimal\` asks for that.`
          : description,
        headers: headerRefs(names),
        ...(schema === undefined ? {} : { content: { ...content, ...stream } }),
      },
    ] as const;
  });
  const minimal = isWrite && route.responses[200]?.schema !== undefined;
  return {
    ...Object.fromEntries(entries),
    ...(minimal
      ? {
          204: {
            description: "The same, without a document, as `Prefer: return=minimal` asks.",
            headers: headerRefs([
              ...usualHeaders,
              "Preference-Applied",
              ...(route.hasEtag === true ? ["ETag"] : []),
              ...(route.isIdempotentByKey === true ? ["Idempotency-Replayed"] : []),
            ]),
          },
        }
      : {}),
    ...(route.hasEtag === true && !isWrite
      ? {
          304: {
            description: "It is still what `If-None-Match` names.",
            headers: headerRefs([...usualHeaders, "ETag"]),
          },
        }
      : {}),
  };
}

function contentOf(component: Component<unknown>, media: readonly string[]) {
  const example = component.schema.examples?.[0];
  const described = { schema: ref(component) };
  return Object.fromEntries(
    media.map((each) => [
      each,
      {
        ...described,
        ...(example === undefined ? {} : { examples: { usual: { summary: "A usual one.", value: example } } }),
      },
    ]),
  );
}

function headersOf(route: Operation): readonly string[] {
  const isWrite = route.method !== "GET";
  return [
    "Request-Id",
    "Traceparent",
    ...(route.isIdempotentByKey === true ? ["Idempotency-Key"] : []),
    ...(route.precondition === undefined ? [] : ["If-Match"]),
    ...((isWrite ? mayMake(route) : route.hasEtag === true) ? ["If-None-Match"] : []),
    ...(preferencesFor(route).length > 0 ? ["Prefer"] : []),
    ...(route.isStream === true ? ["Last-Event-ID"] : []),
  ];
}

/** Whether a write with a precondition makes what is not there; one that answers 404 then never does. */
function mayMake({ method, precondition, refusals }: Operation): boolean {
  return precondition !== undefined && method !== "DELETE" && refusals?.[404] === undefined;
}

function written({ description, schema, example }: Parameter) {
  return { description, schema, ...(example === undefined ? {} : { example }) };
}
