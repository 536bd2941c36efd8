import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { Fetch } from "../../packages/base/exchange/fetch.ts";
import { catalog } from "../../src/definitions/resources/catalog.ts";
import type { Application } from "../../src/http/application.ts";
import { httpResponse } from "../../src/http/fetch-api.fixture.ts";
import { responseAs } from "../../src/http/fetch-of.ts";
import { openApiDocument } from "../../src/http/openapi/openapi-document.ts";

interface DescribedResponse {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema: { readonly $ref: string } }>>;
}

export interface DescribedOperation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly action: string;
  readonly isOpen: boolean;
  readonly parameters: readonly { readonly $ref?: string; readonly name?: string; readonly in?: string }[];
  readonly requestSchema: string | null;
  readonly responses: Readonly<Record<string, DescribedResponse>>;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, DescribedResponse>>;
    readonly schemas: Readonly<Record<string, object>>;
    readonly headers: Readonly<Record<string, { readonly schema: object }>>;
  };
}

/** The description as it is served. */
export const description = JSON.parse(JSON.stringify(openApiDocument(catalog))) as unknown as Description;

/** Every operation of the description. */
export const operations: readonly DescribedOperation[] = Object.entries(description.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    operationId: String(operation["operationId"]),
    method: method.toUpperCase(),
    path,
    action: String(operation["x-plumbline-action"]),
    isOpen: operation["security"] !== undefined,
    parameters: (operation["parameters"] ?? []) as DescribedOperation["parameters"],
    requestSchema: schemaOfBody(operation["requestBody"]),
    responses: operation["responses"] as DescribedOperation["responses"],
  })),
);

function schemaOfBody(body: unknown): string | null {
  const ref = JSON.stringify(body ?? null).match(/"#\/components\/schemas\/(\w+)"/);
  return ref?.[1] ?? null;
}

/** Headers that belong to the connection, not to the answer. */
const ofTheConnection = new Set([
  "content-type",
  "content-length",
  "date",
  "connection",
  "keep-alive",
  "transfer-encoding",
]);

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema({ $id: "api", components: { schemas: description.components.schemas } });
const validators = new Map<string, ValidateFunction>();

function validatorOf(ref: string): ValidateFunction {
  const known = validators.get(ref);
  if (known !== undefined) return known;
  const made = ajv.compile({ $ref: `api${ref}` });
  validators.set(ref, made);
  return made;
}

const patterns = operations.map((operation) => ({
  operation,
  // Literal paths come before those with names in them.
  weight: operation.path.split("{").length,
  pattern: new RegExp(`^${operation.path.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/\{\w+\}/g, "[^/]+?")}$`),
}));
patterns.sort((a, b) => a.weight - b.weight || b.operation.path.length - a.operation.path.length);

/** The operation that a request is for; undefined where the description has none. */
function operationOf(method: string, url: string): DescribedOperation | undefined {
  const { pathname } = new URL(url);
  const asked = method === "HEAD" ? "GET" : method;
  return patterns.find(({ operation, pattern }) => operation.method === asked && pattern.test(pathname))?.operation;
}

/** Sees every answer of the API and notes what the description does not say of it. */
export class Witness {
  readonly #seen: string[] = [];
  readonly statuses = new Map<string, Set<number>>();

  around(fetch: Fetch): Fetch {
    return async (request) => {
      const { method, url } = request;
      const response = await fetch(request);
      if (url.includes("/_local/")) return response;
      return this.#look(method, url, response);
    };
  }

  aroundApplication(application: Application): Application {
    return async (request) => {
      const { method, target } = request;
      return httpResponse(this.#look(method, `http://test${target}`, responseAs(await application(request))));
    };
  }

  /** Throws when anything was not described. */
  testify(): void {
    const [first] = this.#seen;
    if (first !== undefined) throw new Error(`not described (${this.#seen.length}): ${first.slice(0, 1000)}`);
  }

  #look(method: string, url: string, response: Response): Response {
    // Neither is an answer of an operation: the address is none, or the method.
    if (response.status === 414) return response;
    if (response.status === 405) {
      const allowed = (response.headers.get("allow") ?? "").split(", ");
      if (allowed[0] === "" || allowed.includes(method))
        this.#note(`${method} ${url} -> 405: Allow: ${allowed.join(", ")}`);
      return response;
    }
    const operation = operationOf(method, url);
    const what = `${method} ${new URL(url).pathname}${new URL(url).search} -> ${response.status}`;
    if (operation === undefined) {
      // What there is not can't be described; it has to say so.
      if (response.status !== 404) this.#note(`${what}: there is no such operation`);
      return response;
    }
    const seen = this.statuses.get(operation.operationId) ?? new Set<number>();
    this.statuses.set(operation.operationId, seen.add(response.status));
    const named = operation.responses[String(response.status)];
    if (named === undefined) {
      this.#note(`${what}: status`);
      return response;
    }
    const described =
      named.$ref === undefined
        ? named
        : (description.components.responses[named.$ref.split("/").at(-1) ?? ""] ?? named);
    this.#lookAtHeaders(what, described, response.headers);
    if (response.body === null || method === "HEAD") {
      if (method !== "HEAD" && described.content !== undefined && response.status !== 304)
        if (response.headers.get("preference-applied") !== "return=minimal") this.#note(`${what}: there is no body`);
      return response;
    }
    const media = (response.headers.get("content-type") ?? "").split(";")[0] ?? "";
    const content = described.content?.[media];
    if (content === undefined) {
      this.#note(`${what}: content type ${JSON.stringify(media)}`);
      return response;
    }
    return this.#lookAtBody(what, media, content.schema.$ref, response);
  }

  #lookAtHeaders(what: string, described: DescribedResponse, headers: Headers): void {
    const known = new Map(Object.keys(described.headers ?? {}).map((name) => [name.toLowerCase(), name]));
    for (const [name, value] of headers) {
      if (ofTheConnection.has(name)) continue;
      const component = known.get(name);
      if (component === undefined) {
        this.#note(`${what}: header ${name}`);
        continue;
      }
      const schema = description.components.headers[component]?.schema ?? {};
      const typed = "type" in schema && schema.type === "integer" ? Number(value) : value;
      if (!ajv.validate(schema, typed)) this.#note(`${what}: header ${name}: ${value}: ${ajv.errorsText()}`);
    }
  }

  #lookAtBody(what: string, media: string, ref: string, response: Response): Response {
    if (media === "application/json" || media === "application/problem+json") {
      const body = new Response(
        this.#through(response.body, (text) => this.#lookAt(what, ref, text)),
        response,
      );
      return body;
    }
    if (media === "application/x-ndjson" || media === "text/event-stream") {
      const lines = (text: string) => {
        for (const line of text.split("\n")) {
          const data = media === "text/event-stream" ? /^data: (.*)$/.exec(line)?.[1] : line;
          if (data !== undefined && data !== "") this.#lookAt(what, ref, data);
        }
      };
      return new Response(this.#through(response.body, lines), response);
    }
    return response;
  }

  /** Hands the body on, and its text to the look when it has ended. */
  #through(body: ReadableStream<Uint8Array> | null, look: (text: string) => void): ReadableStream<Uint8Array> | null {
    if (body === null) return null;
    const decoder = new TextDecoder();
    let text = "";
    return body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          text += decoder.decode(chunk, { stream: true });
          controller.enqueue(chunk);
        },
        flush: () => look(text),
      }),
    );
  }

  #lookAt(what: string, ref: string, text: string): void {
    const validate = validatorOf(ref);
    if (!validate(JSON.parse(text)))
      this.#note(`${what}: ${ref}: ${ajv.errorsText(validate.errors)} in ${text.slice(0, 300)}`);
  }

  #note(what: string): void {
    this.#seen.push(what);
  }
}
