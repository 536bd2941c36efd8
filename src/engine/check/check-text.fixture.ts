import { digest } from "../../../packages/base/digest.ts";
import type { Json, JsonObject } from "../../../packages/base/json/json.ts";
import type { Problem } from "../../../packages/base/problems/problem.ts";
import { catalog } from "../../definitions/resources/catalog.ts";
import type { SecretMarker } from "../../definitions/schema/value.ts";
import { readDeclaration } from "../declare/read-declaration.ts";
import type { StacksRead } from "./check-config.ts";
import { checkDeclaration } from "./check-declaration.ts";
import type { CheckedDeclaration, CheckedNode, ResourceNode } from "./checked-declaration.ts";

export interface CheckedText {
  readonly checked: CheckedDeclaration | null;
  readonly problems: readonly Problem[];
  /** Each problem as its code and the token it stands on. */
  readonly said: readonly string[];
  /** The same of advice. */
  readonly advised: readonly string[];
}

interface Surroundings {
  readonly config?: JsonObject;
  /** Keys whose values were given sealed, and were not opened where `config` has none. */
  readonly sealedKeys?: ReadonlySet<string>;
  readonly stacks?: StacksRead;
  readonly environment?: Readonly<Record<string, string>>;
  readonly defaults?: Readonly<Record<string, JsonObject>>;
}

/** A marker that tells values apart as a real one does. */
export async function sealed(value: Json): Promise<SecretMarker> {
  return { $secret: { id: digest(value), fingerprint: digest(value) } };
}

/**
 * Checks a text against the real catalog. Throws where the text has mistakes of form, which are none of this room's.
 */
export async function checkText(text: string, surroundings: Surroundings = {}): Promise<CheckedText> {
  const { declaration, spans, problems: misread } = readDeclaration(text, { file: "plumb.yaml" });
  if (declaration === null || misread.length > 0) throw new Error(`misread: ${JSON.stringify(misread)}`);
  const { environment = {}, defaults = {}, config = {}, stacks = {}, ...given } = surroundings;
  const { checked, problems, advice } = await checkDeclaration({
    declaration,
    spans,
    catalog,
    surroundings: { environment, defaults },
    config,
    stacks,
    ...given,
    seal: sealed,
  });
  const said = (each: Problem) => `${each.code} @ ${tokenOf(each, text)}`;
  return { checked, problems, said: problems.map(said), advised: advice.map(said) };
}

/** The text that a problem stands on. */
function tokenOf({ span }: Problem, text: string): string {
  if (span === undefined) return "nowhere";
  const line = text.split("\n")[span.line - 1] ?? "";
  return line.slice(span.column - 1, span.endLine === span.line ? span.endColumn - 1 : undefined);
}

/** The node of a name, or an error that shows what stood against it. */
export function nodeOf({ checked, problems }: CheckedText, name: string): CheckedNode {
  const node = checked?.nodes.find((each) => each.address === name);
  if (node === undefined) throw new Error(`no node ${name}: ${JSON.stringify(problems)}`);
  return node;
}

/** The same for a managed resource. */
export function resourceOf(text: CheckedText, name: string): ResourceNode {
  const node = nodeOf(text, name);
  if (node.kind !== "resource") throw new Error(`${name} is a ${node.kind}`);
  return node;
}

const googleProvider = "  google: { kind: google, project: acme, region: europe-west1, zone: europe-west1-b }";

/** A declaration with a google provider and these lines under `resources`, indented by two. */
export function withResources(...lines: readonly string[]): string {
  return ["name: test", "providers:", googleProvider, "resources:", ...lines.map((line) => `  ${line}`), ""].join("\n");
}

/** A sound endpoint attachment under a name, `extra` added to its properties. */
export function attachment(name: string, extra = "", rest = ""): string {
  const properties = `endpointAttachmentId: ${name}, serviceAttachment: projects/p/regions/r/serviceAttachments/s`;
  return (
    `${name}: { type: "connectors:EndpointAttachment", ` +
    `properties: { ${properties}${extra === "" ? "" : `, ${extra}`} }${rest === "" ? "" : `, ${rest}`} }`
  );
}
