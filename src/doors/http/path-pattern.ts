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
export function valuesOf(path: string): (url: string) => Readonly<Record<string, string>> {
  const names = path.split("/").flatMap((part, index) => {
    const [, name, verb] = segment.exec(part) ?? [];
    return name === undefined ? [] : [{ name, index, cut: verb === undefined ? 0 : verb.length + 1 }];
  });
  if (names.length === 0) return () => none;
  return (url) => {
    const begin = url.indexOf("/", url.indexOf("://") + 3);
    const end = url.indexOf("?", begin);
    const parts = url.slice(begin, end < 0 ? undefined : end).split("/");
    const values: Record<string, string> = {};
    for (const { name, index, cut } of names) {
      const part = parts[index] ?? "";
      values[name] = cut === 0 ? part : part.slice(0, -cut);
    }
    return values;
  };
}

const none: Readonly<Record<string, string>> = {};
