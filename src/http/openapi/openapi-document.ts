import { apiOperations } from "../../contract/api.ts";
import type { Operation, Parameter, Tag } from "../../contract/operation.ts";
import { parametersOf, pathParameters } from "../../contract/parameters.ts";
import { type Component, ref } from "../../contract/words.ts";
import type { Catalog } from "../../definitions/schema/definition.ts";
import { componentSchemas } from "./component-schemas.ts";
import { exampleCursor } from "./example-cursor.ts";
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

/** The description of the API in OpenAPI 3.1: the operations, the conventions that follow from them, all schemas. */
export function openApiDocument(catalog: Catalog): Readonly<Record<string, unknown>> & { readonly openapi: string } {
  const schemas = componentSchemas(catalog);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of Object.values<Operation>(apiOperations)) {
    const item = paths[operation.path] ?? {};
    paths[operation.path] = item;
    item[operation.method.toLowerCase()] = operationOf(operation);
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
            "A token of a trusted issuer (JWT, validated as RFC8725 advises: " +
            "issuer, audience and a list of allowed algorithms), or one of the service's own.",
        },
      },
    },
  };
}

const about =
  "A declaration says what is wanted; a plan says what a run would do; a run does exactly that. " +
  "Every answer that is no success is a problem document (RFC 9457) with all violations at once.";

function operationOf(operation: Operation): Readonly<Record<string, unknown>> {
  const { operationId, tag, summary, description, action, body } = operation;
  const parameters = [
    ...[...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({ $ref: `#/components/parameters/${name}` })),
    ...Object.entries(parametersOf(operation)).map(([name, parameter]) => ({
      name,
      in: "query",
      required: false,
      ...written(
        operation.pages !== undefined && name === "cursor"
          ? { ...parameter, example: exampleCursor(operation) }
          : parameter,
      ),
    })),
    ...headersOf(operation).map((name) => ({ name, in: "header", required: false, ...requestHeader(name, operation) })),
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
    responses: { ...successesOf(operation), ...problemResponsesOf(operation) },
  };
}

function successesOf(operation: Operation) {
  const isWrite = operation.method !== "GET";
  const entries = Object.entries(operation.responses).map(([status, response]) => {
    const { description, schema, media, watched, headers = [] } = response;
    const mayLack = status !== "200" && isLeftOut(operation, status, response);
    const names = [
      ...usualHeaders,
      ...headers,
      ...(operation.hasEtag === true ? ["ETag"] : []),
      ...(mayLack ? ["Preference-Applied"] : []),
      ...(operation.isIdempotentByKey === true ? ["Idempotency-Replayed"] : []),
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
  const minimal = isWrite && operation.responses[200]?.schema !== undefined;
  return {
    ...Object.fromEntries(entries),
    ...(minimal
      ? {
          204: {
            description: "The same, without a document, as `Prefer: return=minimal` asks.",
            headers: headerRefs([
              ...usualHeaders,
              "Preference-Applied",
              ...(operation.hasEtag === true ? ["ETag"] : []),
              ...(operation.responses[200]?.headers ?? []),
              ...(operation.isIdempotentByKey === true ? ["Idempotency-Replayed"] : []),
            ]),
          },
        }
      : {}),
    ...(operation.hasEtag === true && !isWrite
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

function headersOf(operation: Operation): readonly string[] {
  const isWrite = operation.method !== "GET";
  return [
    "Request-Id",
    "Traceparent",
    ...(operation.isIdempotentByKey === true ? ["Idempotency-Key"] : []),
    ...(operation.precondition === undefined ? [] : ["If-Match"]),
    ...((isWrite ? mayMake(operation) : operation.hasEtag === true) ? ["If-None-Match"] : []),
    ...(preferencesFor(operation).length > 0 ? ["Prefer"] : []),
    ...(operation.isStream === true ? ["Last-Event-ID"] : []),
  ];
}

/** Whether a write with a precondition makes what is not there; one that answers 404 then never does. */
function mayMake({ method, precondition, refusals }: Operation): boolean {
  return precondition !== undefined && method !== "DELETE" && refusals?.[404] === undefined;
}

function written({ description, schema, example }: Parameter) {
  return { description, schema, ...(example === undefined ? {} : { example }) };
}
