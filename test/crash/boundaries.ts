import type { Fetch } from "../../packages/base/exchange/fetch.ts";
import type { Store } from "../../src/engine/ports/store.ts";

/** Told at every moment between two of which something becomes durable or known. The name says which moment it is. */
export type AtBoundary = (boundary: string) => void;

/** Methods that only read. Whatever else a store has or will have counts as a write. */
const reads: ReadonlySet<string> = new Set(["close", "claims", "lease"]);

/** The same store; every write has boundaries. */
export function watchedStore<S extends Store>(store: S, at: AtBoundary): S {
  const isWrite = (method: string) => !reads.has(method) && !/^(read|get|list|is)[A-Z]/.test(method);
  return watchedPort(store, "store", isWrite, at);
}

/** The same port; every write has two boundaries: before it is durable, and durable before the caller hears. */
export function watchedPort<P extends object>(
  port: P,
  name: string,
  isWrite: (method: string) => boolean,
  at: AtBoundary,
): P {
  return new Proxy(port, {
    get: (target, method) => {
      const member: unknown = Reflect.get(target, method);
      if (typeof member !== "function") return member;
      if (!isWrite(String(method))) return member.bind(target);
      return async (...given: readonly unknown[]) => {
        const what = `${name} ${String(method)}${entryKinds(given)}`;
        at(`${what}: not yet durable`);
        const outcome: unknown = await member.apply(target, given);
        at(`${what}: durable, not yet heard`);
        return outcome;
      };
    },
  });
}

/** The same wire; every call has three boundaries: before it is sent, carried out but not answered, and answered. */
export function watchedFetch(fetch: Fetch, at: AtBoundary): Fetch {
  return async (request) => {
    const { pathname } = new URL(request.url);
    const what = `${request.method} ${pathname.split("/").slice(-2).join("/")}`;
    at(`${what}: not yet sent`);
    const response = await fetch(request);
    at(`${what}: carried out, not answered`);
    // The caller goes on in the turn after this one's promise is settled; nothing can become durable before that.
    queueMicrotask(() => queueMicrotask(() => at(`${what}: answered`)));
    return response;
  };
}

/** The journal entries among a call's arguments, by their kinds. */
function entryKinds(given: readonly unknown[]): string {
  const entries = given.find((each) => Array.isArray(each)) as readonly { readonly kind?: unknown }[] | undefined;
  const kinds = entries?.flatMap(({ kind }) => (typeof kind === "string" ? [kind] : [])) ?? [];
  return kinds.length === 0 ? "" : ` ${kinds.join("+")}`;
}
