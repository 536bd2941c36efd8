import type { JsonObject } from "../json.ts";
import { asForm, isPromise, type Known, tracked } from "../outputs/form.ts";
import { known } from "../outputs/known-form.ts";
import { isOutput, memberOf, refuseInsideApply } from "../outputs/output.ts";
import { referenceText } from "../outputs/reference-text.ts";
import { referencesOf } from "../outputs/references.ts";
import { holdsSealed, isSecretAt } from "../outputs/secrecy.ts";
import { type CallSite, callSite } from "../program/call-site.ts";
import type { Question } from "../program/channel.ts";
import { currentProgram, type Program } from "../program/program.ts";
import { contextFor } from "../program/render.ts";
import { ProgramError } from "../program-error.ts";
import { checkOptions } from "./check-options.ts";
import { ComponentResource, dependenciesOf, inheritedFrom, nameInStack } from "./component.ts";
import { type AnyProvider, isResource } from "./declared.ts";
import { type Fields, type NodeContent, type NodeOptions, nodeNames, noOptions, type ProgramNode } from "./node.ts";
import type { ResourceOptions, Transform } from "./options.ts";

export interface NodeRequest {
  /** Logical name. */
  readonly name: string;
  /** Type token, or token of a function. */
  readonly token: string;
  readonly providerKind: string;
  readonly content: NodeContent;
  readonly options: ResourceOptions;
}

/** Concurrency tags change with every write, whatever was given for them. */
const tags: ReadonlySet<string | number> = new Set(["etag", "eTag"]);
const scalars: ReadonlySet<string> = new Set(["string", "number", "boolean"]);

/** A resource that is managed, one that exists and is only read, or a look-up. */
export class DeclaredNode implements ProgramNode {
  readonly name: string;
  readonly token: string;
  readonly providerKind: string;
  readonly content: NodeContent;
  readonly options: NodeOptions;
  readonly site: CallSite | undefined;
  /** Outputs that `secret` was called on. */
  readonly sealed: string[] = [];
  /** How many were constructed before it. */
  readonly order: number;
  readonly #program: Program;
  /** What was read of it, once it was asked for. */
  #read: JsonObject | Promise<void> | undefined;

  constructor({ name, token, providerKind, content, options }: NodeRequest) {
    refuseInsideApply(`"${name}"`);
    if (typeof name !== "string" || name === "")
      throw new ProgramError("the first argument must be the logical name, a text");
    this.#program = currentProgram();
    this.name = nameInStack(name, options.parent);
    this.token = token;
    this.providerKind = providerKind;
    this.site = callSite();
    checkOptions(options);
    const given = withInherited(options, providerKind, content.kind === "managed");
    const transforms =
      this.#program.transforms.length === 0 ? given.transforms : [...given.transforms, ...this.#program.transforms];
    const changed =
      content.kind === "managed" && transforms.length > 0
        ? transformed(token, this.name, content.properties, given.options, transforms)
        : undefined;
    this.content = changed === undefined ? content : { kind: "managed", properties: changed.properties };
    this.options = changed?.options ?? given.options;
    this.order = this.#program.nodes.size;
    this.#program.add(this);
    if (options.parent instanceof ComponentResource) options.parent.children.push(this);
  }

  get space(): "resources" | "lookups" {
    return this.content.kind === "lookup" ? "lookups" : "resources";
  }

  known(path: readonly (string | number)[]): Known {
    const own = this.content.kind === "managed" ? this.#own(this.content.properties, path) : undefined;
    if (own !== undefined) return own;
    const outputs = this.content.kind === "managed" ? this.#program.recorded(this.name) : this.#outputs();
    if (outputs instanceof Promise)
      return { kind: "promised", promise: tracked(outputs.then(() => ({ kind: "reference", to: this, path }))) };
    const value = outputs === undefined ? undefined : valueAt(outputs, path);
    if (value === undefined || holdsSealed(value))
      return { kind: "later", waits: [referenceText(this.space, this.name, path)] };
    return { kind: "known", value, isSecret: false };
  }

  isSecret(path: readonly (string | number)[]): boolean {
    return this.content.kind === "managed" && isSecretAt(this.content.properties, path);
  }

  seal(path: readonly (string | number)[]): boolean {
    const [field] = path;
    if (this.content.kind !== "managed" || path.length !== 1 || typeof field !== "string") return false;
    if (!this.sealed.includes(field)) this.sealed.push(field);
    return true;
  }

  /** A plain input is what the output will be. */
  #own(properties: Fields, path: readonly (string | number)[]): Known | undefined {
    const [field] = path;
    const ignored = this.options.ignoreChanges ?? [];
    if (field === undefined || tags.has(field) || ignored.some((each) => each.split(/[.[]/)[0] === field))
      return undefined;
    let current: Known = { kind: "known", value: properties, isSecret: false };
    for (const segment of path) {
      if (current.kind !== "known") break;
      const { value, isSecret }: Extract<Known, { readonly kind: "known" }> = current;
      const inner = memberOf(value, segment);
      const found: Known = isOutput(inner) || isPromise(inner) ? known(asForm(inner)) : { ...current, value: inner };
      current = found.kind === "known" ? { ...found, isSecret: found.isSecret || isSecret } : found;
    }
    if (current.kind !== "known") return current.kind === "promised" ? current : undefined;
    return scalars.has(typeof current.value) ? current : undefined;
  }

  /** Resources that what is read leans on have to be made first, as they are declared now. */
  #mayRead(asked: object): boolean {
    const { nodes } = this.#program;
    const isMade = (name: string, path: readonly (string | number)[]): boolean => {
      const node = nodes.get(name);
      if (node?.content.kind !== "managed") return true;
      const outputs = this.#program.recorded(name);
      if (outputs === undefined) return false;
      const [before, now] = [valueAt(outputs, path), node.known(path)];
      return !scalars.has(typeof before) || now.kind !== "known" || now.value === before;
    };
    return (
      referencesOf(asked).every(({ to, path }) => isMade(to.name, path)) &&
      this.options.dependsOn.flatMap(nodeNames).every((name) => isMade(name, []))
    );
  }

  /** What is only read is asked for when it is wanted. */
  #outputs(): JsonObject | Promise<void> | undefined {
    if (this.#read !== undefined) return this.#read;
    const { content } = this;
    const { channel } = this.#program;
    if (channel === undefined || content.kind === "managed") return undefined;
    const asked = content.kind === "get" ? { id: content.id, state: content.state } : content.arguments;
    const given = known(asForm(asked));
    if (given.kind !== "known" || !this.#mayRead(asked)) return undefined;
    const provider = this.options.provider?.name;
    const common = {
      ...(provider === undefined ? {} : { provider }),
      context: contextFor(this.#program),
    };
    const { id, state } = given.value as { readonly id: string; readonly state: JsonObject };
    const question: Question =
      content.kind === "get"
        ? { ask: "get", type: this.token, of: id, state, ...common }
        : { ask: "lookup", function: this.token, arguments: given.value as JsonObject, ...common };
    const answer = channel.ask?.(question);
    this.#read =
      answer === undefined
        ? channel.askSoon(question).then(({ result }) => {
            this.#read = result ?? {};
          })
        : (answer.result ?? {});
    return this.#read;
  }
}

/** What a platform leaves out is null, and so is all below it. */
function valueAt(outputs: JsonObject, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, segment) => (value === null ? null : memberOf(value, segment)), outputs);
}

const withoutOptions = { options: noOptions, transforms: [] };

function withInherited(
  options: ResourceOptions,
  kind: string,
  isManaged: boolean,
): { readonly options: NodeOptions; readonly transforms: readonly Transform[] } {
  if (Object.keys(options).length === 0) return withoutOptions;
  const { dependsOn, parent, transforms = [], ...own } = options;
  const inherited = inheritedFrom(parent, kind);
  const provider = (own.provider ?? inherited.provider) as AnyProvider | undefined;
  const common = {
    ...own,
    dependsOn: [...dependenciesOf(dependsOn), ...inherited.dependsOn],
    provider,
    parent: inherited.resource,
  };
  const all = {
    ...common,
    protect: own.protect ?? inherited.protect,
    retainOnDelete: own.retainOnDelete ?? inherited.retainOnDelete,
    deletedWith: own.deletedWith ?? inherited.deletedWith,
  };
  return { options: isManaged ? all : common, transforms: [...transforms, ...inherited.transforms] };
}

function transformed(
  type: string,
  name: string,
  properties: Fields,
  options: NodeOptions,
  transforms: readonly Transform[],
): { readonly properties: Fields; readonly options: NodeOptions } {
  let current = { properties, options };
  for (const transform of transforms) {
    const changed = transform({ type, name, ...current } as Parameters<Transform>[0]);
    if (changed === undefined) continue;
    for (const key of Object.keys(changed))
      if (key !== "properties" && key !== "options")
        throw new ProgramError(`a transform gives properties and options, or nothing, and not "${key}"`);
    checkOptions(changed.options ?? {});
    const { dependsOn, parent, transforms: _, ...rest }: ResourceOptions = changed.options ?? current.options;
    current = {
      properties: changed.properties ?? current.properties,
      options: {
        ...rest,
        dependsOn: dependenciesOf(dependsOn),
        parent: isResource(parent) ? parent : current.options.parent,
      },
    };
  }
  return current;
}
