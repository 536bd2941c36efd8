import type { Call } from "../contract/call.ts";

/**
 * The address of a call below that of its server, path included. It is put together, not resolved: a path that begins
 * with two slashes would be an address of its own, and name another host.
 */
export function addressOf(server: string, template: string, { path, query }: Pick<Call, "path" | "query">): URL {
  const base = new URL(server);
  const url = new URL(base.origin);
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ""));
  url.pathname = `${base.pathname.replace(/\/+$/, "")}${filled}`;
  url.search = String(new URLSearchParams(query.map(([name, value]): [string, string] => [name, String(value)])));
  return url;
}
