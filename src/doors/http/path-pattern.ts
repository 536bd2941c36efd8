/**
 * Paths of routes in the words of the router. A custom verb hangs on the last segment by a colon (`/runs/{run}:cancel`):
 * the router sees the segment as one.
 */
const segment = /^\{(\w+)\}(?::(\w+))?$/;

export function pathPattern(path: string): string {
  return path
    .split("/")
    .map((part) => {
      const [, name, verb] = segment.exec(part) ?? [];
      if (name === undefined) return part;
      return verb === undefined ? `:${name}` : `:${name}{.+:${verb}}`;
    })
    .join("/");
}

/** What a request's address has for the names of a path that it matches: each as it was sent, still escaped. */
export function valuesIn(path: string, url: string): Readonly<Record<string, string>> {
  const begin = url.indexOf("/", url.indexOf("://") + 3);
  const end = url.slice(begin).search(/[?#]/);
  const parts = url.slice(begin, end < 0 ? undefined : begin + end).split("/");
  const values: [string, string][] = [];
  path.split("/").forEach((part, index) => {
    const [, name, verb] = segment.exec(part) ?? [];
    const given = parts[index] ?? "";
    if (name !== undefined) values.push([name, verb === undefined ? given : given.slice(0, -verb.length - 1)]);
  });
  return Object.fromEntries(values);
}
