import { invariant } from "../../../../packages/base/invariant.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../../packages/base/json/json.ts";
import { hasErrors, problem } from "../../../../packages/base/problems/problem.ts";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import type { LookupView, ReadView } from "../../../contract/documents/reads.ts";
import { fieldOf, outputSchema } from "../../../definitions/schema/field-schema.ts";
import { parseId } from "../../../definitions/schema/identity/identity.ts";
import type { ObjectSchema } from "../../../definitions/schema/schema.ts";
import type {
  CheckedDeclaration,
  CheckedNode,
  CheckedProvider,
  GetNode,
} from "../../../engine/check/checked-declaration.ts";
import type { ExpressionLanguage } from "../../../engine/expressions/expression-language.ts";
import { observe } from "../../../engine/observe/observe.ts";
import { emptyState } from "../../../engine/state/stack-state.ts";
import { Rejection } from "../../rejection.ts";
import type { Instead } from "../declarations/checker.ts";
import { refuseOpenConfig } from "../declarations/choose-provider.ts";
import { accept } from "../declarations/read-and-check.ts";
import type { Deployment } from "../deployment.ts";
import type { AtStack } from "../stacks/at-stack.ts";
import { listingCommand } from "./unmanaged.ts";

export interface ObjectRequest {
  readonly type: string;
  readonly id: string;
  /** Qualifiers that must match what is read. */
  readonly state: JsonObject;
  /** Gives the providers and the configuration; none means the surroundings' defaults. */
  readonly declaration: DeclarationText | null;
  readonly provider: string | null;
}

export interface LookupRequest {
  readonly function: string;
  readonly arguments: JsonObject;
  readonly declaration: DeclarationText | null;
  readonly provider: string | null;
}

/** What was read, and through which provider. */
export interface ObjectRead extends ReadView {
  readonly apiVersion: string;
  readonly provider: CheckedProvider;
  readonly version: string | null;
  /** What the physical object holds besides, in words. */
  readonly displaces: readonly string[];
}

/** Name of the one node of a declaration that is made up for a direct read. */
const it = "it";

const bareText: DeclarationText = { file: "", text: "name: direct\n", config: {} };

/** A question for one thing that was checked, and through which provider it is asked. */
export interface CheckedQuestion {
  readonly checked: CheckedDeclaration;
  readonly language: ExpressionLanguage;
  readonly node: CheckedNode;
  readonly provider: CheckedProvider;
}

/** Reads one object live, by any of its id forms. */
export async function readObject(request: ObjectRequest, deployment: AtStack): Promise<ObjectRead> {
  return readChecked(request.id, await checkObject(request, deployment), deployment);
}

/** The question for one object. Nothing is read yet. */
export function checkObject(request: ObjectRequest, deployment: AtStack): Promise<CheckedQuestion> {
  return checkIt(request.declaration, deployment, {
    resources: {
      [it]: {
        type: request.type,
        properties: {},
        get: { id: verbatim(request.id), state: typedQualifiers(request, deployment) },
        options: options(request.provider),
      },
    },
    lookups: {},
    outputs: {},
  });
}

/** Reads the object of a question that was checked. `asked`: its id, as the caller has it. */
export async function readChecked(asked: string, question: CheckedQuestion, deployment: AtStack): Promise<ObjectRead> {
  const { node, provider } = question;
  const { outputs, id, version, displaces } = await readIt(question, deployment);
  return { type: node.type, apiVersion: node.apiVersion, provider, id: id ?? asked, outputs, version, displaces };
}

/** Calls a look-up function live. */
export async function callLookup(request: LookupRequest, deployment: AtStack): Promise<LookupView> {
  const question = await checkIt(request.declaration, deployment, {
    resources: {},
    lookups: {
      [it]: {
        function: request.function,
        arguments: verbatimAll(request.arguments),
        options: options(request.provider),
      },
    },
    outputs: {},
  });
  const { outputs } = await readIt(question, deployment);
  return { function: question.node.type, result: outputs };
}

async function checkIt(text: DeclarationText | null, deployment: AtStack, instead: Instead): Promise<CheckedQuestion> {
  const { checked, language } = await accept(text ?? bareText, deployment, instead);
  const [node] = checked.nodes;
  const provider = node === undefined ? undefined : checked.providers[node.provider];
  invariant(node !== undefined && provider !== undefined, "one node was checked");
  refuseOpenConfig(provider);
  return { checked, language, node, provider };
}

async function readIt({ checked, language, node, provider }: CheckedQuestion, deployment: AtStack) {
  const { snapshot, problems } = await observe({
    stack: "",
    checked,
    language,
    state: emptyState(""),
    indeterminate: [],
    catalog: deployment.catalog,
    driverOf: deployment.drivers,
    claims: async () => [],
    ids: deployment.ids,
    clock: deployment.clock,
    parallel: 1,
    refresh: true,
  });
  const read = snapshot.reads.get(it);
  if (hasErrors(problems) || read?.kind !== "done") {
    const missing = problems.some((each) => each.code === "not-found");
    // The place lies in a declaration that the caller never wrote.
    throw new Rejection(
      missing ? "missing" : "unprocessable",
      problems.map(({ code, detail, hint }) =>
        problem(code, detail, {
          hint: code === "not-found" && node.kind === "get" ? listedBy(node, provider, deployment) : hint,
        }),
      ),
    );
  }
  const { outputs, id, version, displaces = [] } = read;
  return { outputs, id, version, displaces };
}

/** How the objects beside one are found; undefined where the platform has no list of them. */
function listedBy(node: GetNode, provider: CheckedProvider, deployment: AtStack): string | undefined {
  const { type, apiVersion } = node;
  const definition = deployment.catalog.resources[type];
  if (definition === undefined) return undefined;
  const parsed = parseId(definition, String(node.id), provider.config);
  if (!parsed.ok) return undefined;
  const { id, variables } = parsed.value;
  const collection = deployment.drivers(provider).collectionOf({ type, apiVersion, provider, id, variables });
  if (collection === null) return undefined;
  const command = listingCommand(definition, provider, variables);
  return `\`${command}\` lists those that are there and that no stack manages`;
}

/** Qualifiers from a command line are text: where the field is none, the text is read as JSON. */
function typedQualifiers({ type, state }: ObjectRequest, { catalog }: Deployment): JsonObject {
  const definition = catalog.resources[type.split("@")[0] ?? type];
  return definition === undefined ? state : typedMembers(outputSchema(definition), state);
}

function typedMembers(schema: ObjectSchema, values: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, Json] => {
      const field = fieldOf(schema, name);
      if (field !== undefined && "properties" in field && isJsonObject(value))
        return [name, typedMembers(field, value)];
      const isText = field === undefined || ("type" in field && field.type === "string");
      return [name, typeof value === "string" && !isText ? parsed(value) : value];
    }),
  );
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

function options(provider: string | null): JsonObject {
  return provider === null ? {} : { provider };
}

/** What a caller gives is data, never an expression. */
function verbatim(text: string): string {
  return text.replaceAll("${", () => "$${");
}

function verbatimAll(values: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]): [string, Json] => [
      key,
      typeof value === "string" ? verbatim(value) : value,
    ]),
  );
}
