import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { expandTemplate, templateVariables } from "../../../../packages/base/path-template.ts";
import { problem } from "../../../../packages/base/problems/problem.ts";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import type { UnmanagedRow } from "../../../contract/documents/reads.ts";
import type { ResourceDefinition } from "../../../definitions/schema/definition.ts";
import { resolveVariables } from "../../../definitions/schema/identity/identity-variables.ts";
import { idKey } from "../../../definitions/schema/identity/same-object.ts";
import type { CheckedProvider } from "../../../engine/check/checked-declaration.ts";
import { logicalNameFault, longestName } from "../../../engine/declare/logical-name.ts";
import type { Target } from "../../../engine/ports/driver.ts";
import { objectKey } from "../../../engine/state/snapshot.ts";
import { Rejection } from "../../rejection.ts";
import { chooseProvider, type Reach, type TypeRequest } from "../declarations/choose-provider.ts";
import { accept } from "../declarations/read-and-check.ts";
import type { Deployment } from "../deployment.ts";
import { atNoStack } from "../stacks/at-stack.ts";
import { declaredIdentities } from "./declared-identities.ts";
import { listedObjects } from "./listed-objects.ts";

export interface UnmanagedRequest extends TypeRequest {
  /** Names the collection: what the id holds before its last part, as far as the provider does not say it. */
  readonly within: JsonObject;
}

/** Stands for the one part of an id that a collection leaves open. */
const open = "-";

/**
 * What is there that no stack of the store manages: the objects of one collection, each with the name it could be
 * imported under and, where the declaration has a resource of that identity, the name that it has there. Reads only.
 */
export async function findUnmanaged(
  request: UnmanagedRequest,
  deployment: Deployment,
): Promise<readonly UnmanagedRow[]> {
  const reach = await chooseProvider(request, deployment);
  const { definition, provider } = reach;
  const driver = atNoStack(deployment).drivers(provider);
  if (driver.collectionOf(anywhere(reach)) === null) {
    throw new Rejection("unprocessable", [
      problem("not-listable", `the platform has no list of ${definition.type}; import them one by one, by id`),
    ]);
  }
  const target = targetWithin(reach, request.within);
  const listed = await driver.list(target);
  if (listed.kind === "absent") return [];
  if (listed.kind !== "done") {
    const code = listed.kind === "denied" ? "denied" : "unreadable";
    throw new Rejection("unprocessable", [problem(code, `${definition.type} can't be listed: ${listed.detail}`)]);
  }
  const cloudId = driver.cloudId(provider);
  const alive = listedObjects(listed.items, definition, provider, cloudId);
  const managed = new Set(
    (await deployment.store.claims(alive.map(({ claim }) => claim))).map((each) => each.claimKey),
  );
  const declared = await declaredObjects(request.declaration, definition, deployment);
  const taken = new Set(declared.names);
  return alive
    .filter(({ claim }) => !managed.has(claim))
    .map(({ id, variables, outputs }) => {
      const declaredAs = declared.byKey.get(objectKey(cloudId, idKey(definition, id)));
      const suggestedName = declaredAs ?? freeName(variables[itemVariable(definition)] ?? "", taken);
      taken.add(suggestedName);
      return { type: definition.type, id, suggestedName, ...(declaredAs === undefined ? {} : { declaredAs }), outputs };
    });
}

/** The part of an id that tells the objects of one collection apart. */
function itemVariable({ identity }: ResourceDefinition): string {
  return templateVariables(identity.formats[0] ?? "").at(-1) ?? "";
}

/** What names a collection, but for the words that every id of the provider has. */
function collectionVariables({ identity }: ResourceDefinition): readonly string[] {
  const isConstant = (name: string) =>
    identity.variables[name]?.some((source) => "provider" in source && source.constant === true) === true;
  return templateVariables(identity.formats[0] ?? "")
    .slice(0, -1)
    .filter((name) => !isConstant(name));
}

/**
 * The command that lists the objects beside one, by the parts of its id: with what of them the provider does not say,
 * or says otherwise.
 */
export function listingCommand(
  definition: ResourceDefinition,
  provider: Pick<CheckedProvider, "config">,
  variables: Readonly<Record<string, string>>,
): string {
  const said = resolveVariables(definition, {}, provider.config).values;
  const words = collectionVariables(definition).flatMap((name) => {
    const value = variables[name];
    return value === undefined || value === said[name] ? [] : [` ${name}=${value}`];
  });
  return `plumb unmanaged ${definition.type}${words.join("")}`;
}

/** Some object of the type: whether the wire has lists of its kind does not hang on which. */
function anywhere({ definition, apiVersion, provider }: Reach): Target {
  const names = templateVariables(definition.identity.formats[0] ?? "");
  const variables = Object.fromEntries(names.map((name) => [name, open]));
  return { type: definition.type, apiVersion, provider, id: open, variables };
}

/** A target in the collection that `within` and the provider name, or a Rejection that says what is missing. */
function targetWithin({ definition, apiVersion, provider }: Reach, within: JsonObject): Target {
  const [format = ""] = definition.identity.formats;
  const collection = collectionVariables(definition);
  const strange = Object.keys(within).filter((name) => !collection.includes(name));
  const variables = {
    ...resolveVariables(definition, within, provider.config).values,
    [itemVariable(definition)]: open,
  };
  const missing = collection.filter((name) => variables[name] === undefined);
  if (strange.length > 0 || missing.length > 0) {
    const all = collection.map((name) => `\`${name}\``).join(", ");
    throw new Rejection("unprocessable", [
      ...strange.map((name) =>
        problem("unknown-key", `\`${name}\` names no collection of ${definition.type}; ${all} do`),
      ),
      ...missing.map((name) =>
        problem(
          "inputs-insufficient",
          `\`${name}\` must be given: a collection of ${definition.type} is named by ${all}`,
          { hint: `say \`${name}=${exampleOf(definition, name)}\`` },
        ),
      ),
    ]);
  }
  const id = expandTemplate(format, variables) ?? "";
  return { type: definition.type, apiVersion, provider, id, variables };
}

/** A value that an input takes, where the vendor documents only one; else its name in capitals. */
function exampleOf({ inputs }: ResourceDefinition, name: string): string {
  const limits = inputs.properties[name]?.vendorLimits ?? [];
  const [only, ...others] = limits.flatMap((limit) => ("values" in limit ? limit.values : []));
  return only === undefined || others.length > 0 ? name.toUpperCase() : String(only);
}

/** Names of a declaration, and which objects of the type they stand for, as far as the text alone tells. */
async function declaredObjects(
  text: DeclarationText | null,
  definition: ResourceDefinition,
  deployment: Deployment,
): Promise<{ readonly names: readonly string[]; readonly byKey: ReadonlyMap<string, string> }> {
  if (text === null) return { names: [], byKey: new Map() };
  const { checked, language } = await accept(text, atNoStack(deployment));
  const byKey = declaredIdentities({ checked, language }, deployment.catalog).flatMap(
    ({ node, definition: { type }, provider, id }) =>
      type === definition.type
        ? [[objectKey(deployment.cloudIdOf(provider), idKey(definition, id)), node.address] as const]
        : [],
  );
  return { names: checked.nodes.map(({ address }) => address), byKey: new Map(byKey) };
}

/** A logical name made of an object's own name that nothing else has. */
function freeName(own: string, taken: ReadonlySet<string>): string {
  const spelled = own.replaceAll(/[^A-Za-z0-9_]+/g, "_").replace(/^(?=[0-9])/, "_") || "object";
  // There is room for a number behind it.
  const plain = spelled.slice(0, longestName - 16);
  let name = logicalNameFault(plain) === undefined ? plain : `${plain}_`;
  for (let count = 2; taken.has(name); count += 1) name = `${plain}_${count}`;
  return name;
}
