import { refuseInsideApply } from "../outputs/output.ts";
import { ProgramError } from "../program-error.ts";
import { checkOptions } from "./check-options.ts";
import { type AnyComponent, type AnyProvider, type AnyResource, componentKey, isResource } from "./declared.ts";
import type { ComponentOptions, Dependency, Transform } from "./options.ts";

/** A resource or look-up inside. */
interface Placed {
  readonly name: string;
  /** How many were constructed before it. */
  readonly order: number;
}

/**
 * Groups resources. It is nothing on any platform and not part of the declaration; what is inside takes over its
 * options. Derive from it, and give `{ parent: this }` to what belongs inside.
 */
export class ComponentResource implements AnyComponent {
  readonly [componentKey] = true;
  /** A word for what it is, such as `acme:Portal`. */
  readonly componentType: string;
  readonly componentName: string;
  readonly componentOptions: ComponentOptions;
  /** All that is directly inside, in order of construction. */
  readonly children: (Placed | ComponentResource)[] = [];

  constructor(type: string, name: string, options: ComponentOptions = {}) {
    refuseInsideApply(`the component "${name}"`);
    checkOptions(options);
    const unfit = Object.keys(options).find((each) => !handedDown.has(each));
    if (unfit !== undefined)
      throw new ProgramError(`a component can't have the option "${unfit}": give it to the resources inside`);
    this.componentType = type;
    this.componentName = name;
    this.componentOptions = options;
    if (options.parent instanceof ComponentResource) options.parent.children.push(this);
  }

  /** The logical names of all resources and look-ups inside, however deep, in the order of their construction. */
  names(): readonly string[] {
    return nodesInside(this)
      .sort((a, b) => a.order - b.order)
      .map((node) => node.name);
  }
}

/**
 * The name that something has in the stack: those of the components that it is inside of stand before its own, with
 * hyphens between, unless it begins with them already.
 */
export function nameInStack(name: string, parent: AnyResource | AnyComponent | undefined): string {
  if (!(parent instanceof ComponentResource)) return name;
  const { componentName, componentOptions } = parent;
  const isSaid = name === componentName || name.startsWith(`${componentName}-`);
  return nameInStack(isSaid ? name : `${componentName}-${name}`, componentOptions.parent);
}

function nodesInside({ children }: ComponentResource): Placed[] {
  return children.flatMap((child) => (child instanceof ComponentResource ? nodesInside(child) : [child]));
}

const handedDown: ReadonlySet<string> = new Set([
  ...["dependsOn", "parent", "provider", "providers"],
  ...["protect", "retainOnDelete", "deletedWith", "transforms"],
]);

/** What something takes from the components that it is inside of. */
interface Inherited {
  readonly provider: AnyProvider | undefined;
  readonly protect: boolean | undefined;
  readonly retainOnDelete: boolean | undefined;
  readonly deletedWith: AnyResource | undefined;
  readonly dependsOn: readonly Dependency[];
  readonly transforms: readonly Transform[];
  /** The nearest ancestor that is a resource. */
  readonly resource: AnyResource | undefined;
}

const nothing: Inherited = {
  provider: undefined,
  protect: undefined,
  retainOnDelete: undefined,
  deletedWith: undefined,
  dependsOn: [],
  transforms: [],
  resource: undefined,
};

/** From a parent outwards; a resource among the ancestors ends the search, since it hands down by itself. */
export function inheritedFrom(parent: AnyResource | AnyComponent | undefined, kind: string): Inherited {
  if (isResource(parent)) return { ...nothing, resource: parent };
  if (!(parent instanceof ComponentResource)) return nothing;
  const options = parent.componentOptions;
  const outer = inheritedFrom(options.parent, kind);
  const own = [...(options.provider === undefined ? [] : [options.provider]), ...(options.providers ?? [])];
  return {
    provider: own.find((each) => each.kind === kind) ?? outer.provider,
    protect: options.protect ?? outer.protect,
    retainOnDelete: options.retainOnDelete ?? outer.retainOnDelete,
    deletedWith: options.deletedWith ?? outer.deletedWith,
    dependsOn: [...dependenciesOf(options.dependsOn), ...outer.dependsOn],
    transforms: [...(options.transforms ?? []), ...outer.transforms],
    resource: outer.resource,
  };
}

/** One or many as many. */
export function dependenciesOf(given: Dependency | readonly Dependency[] | undefined): readonly Dependency[] {
  if (given === undefined) return [];
  return isList(given) ? given : [given];
}

function isList(given: Dependency | readonly Dependency[]): given is readonly Dependency[] {
  return Array.isArray(given);
}
