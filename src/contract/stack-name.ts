/** What the name of a project looks like: the `name:` of its declarations. */
export const projectForm = "^[a-z][a-z0-9-]*$";
/** What a stack of a project may be called. */
export const stackForm = "^[A-Za-z0-9][A-Za-z0-9._-]*$";
export const longestPart = 63;
export const longestName = longestPart * 2 + 1;

/** A stack as paths name it. */
export interface StackPath {
  readonly project: string;
  /** Its name within the project. */
  readonly stack: string;
}

/** The whole name of a stack, as documents, messages and `-s` have it: `portal/dev` (decision 0087). */
export function wholeName({ project, stack }: StackPath): string {
  return `${project}/${stack}`;
}

/** The parts of a whole name; undefined for what is none. */
export function stackPathOf(name: string): StackPath | undefined {
  const [project = "", stack = "", ...rest] = name.split("/");
  const isName = rest.length === 0 && isProjectName(project) && isStackName(stack);
  return isName ? { project, stack } : undefined;
}

function isProjectName(text: string): boolean {
  return text.length <= longestPart && new RegExp(projectForm).test(text);
}

/** Whether a project can have a stack of this name. */
function isStackName(text: string): boolean {
  return text.length <= longestPart && new RegExp(stackForm).test(text);
}

/** Where the API has a stack, by its whole name. */
export function stackAddress(name: string): string {
  const [project = "", stack = ""] = name.split("/");
  return `/v1/projects/${project}/stacks/${stack}`;
}
