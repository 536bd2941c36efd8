import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Fetch } from "../../../packages/base/exchange/fetch.ts";
import { MemoryDocumentStore } from "../../../test/memory-store/memory-document-store.ts";
import type { Role } from "../../contract/roles.ts";
import type { DocumentStore } from "../../engine/ports/document-store.ts";
import { AccessControl } from "./access-control.ts";
import { type AccessSettings, noSettings } from "./access-settings.ts";
import type { Authority } from "./authority.ts";
import type { Caller } from "./caller.ts";
import type { StackLineages } from "./fresh-lineages.ts";
import type { TrustedIssuer } from "./issuers/trusted-issuer.ts";
import { localOwner } from "./local-owner.ts";
import { openPolicies, type Policies } from "./policies/policies.ts";
import type { PolicyFile } from "./policies/policy-problems.ts";

const folder = fileURLToPath(new URL("../../../policies/", import.meta.url));

/** The schema as it is shipped. */
export const shippedSchema: PolicyFile = shipped("plumbline.cedarschema");

/** The policies as they are shipped. */
export const shippedPolicies: readonly PolicyFile[] = readdirSync(folder)
  .filter((name) => name.endsWith(".cedar"))
  .map(shipped);

function shipped(name: string): PolicyFile {
  return { file: `policies/${name}`, text: readFileSync(`${folder}${name}`, "utf8") };
}

/** The shipped policies and others. */
export async function testPolicies(...more: readonly PolicyFile[]): Promise<Policies> {
  const opened = await openPolicies(shippedSchema, [...shippedPolicies, ...more]);
  if (!opened.ok) throw new Error(JSON.stringify(opened.error));
  return opened.value;
}

export interface TestAccess {
  readonly access: AccessControl;
  readonly documentStore: DocumentStore;
  advance(milliseconds: number): void;
  /** Sets the clock back, as somebody does by hand: no time passes. */
  setBack(milliseconds: number): void;
  now(): number;
  /** The same register as another process of the service sees it. */
  another(): AccessControl;
  authenticate(token?: string): ReturnType<AccessControl["authenticate"]>;
  /** A machine's token that holds the role on the stack (`*`: on all); null: no role. */
  tokenWith(role: Role | null, stack?: string): Promise<string>;
}

/** An AccessControl over a document store in memory and a clock that the test sets. */
export async function testAccess(
  options: {
    readonly issuers?: readonly TrustedIssuer[];
    readonly admins?: readonly string[];
    readonly fetch?: Fetch;
    readonly policies?: readonly PolicyFile[];
    readonly documentStore?: DocumentStore;
    readonly settings?: Partial<AccessSettings>;
    /** Left out: there is a stack under every name. */
    readonly stacks?: StackLineages;
  } = {},
): Promise<TestAccess> {
  let now = Date.parse("2026-01-01T00:00:00Z");
  let [drawn, elapsed] = [0, 0];
  const documentStore = options.documentStore ?? new MemoryDocumentStore();
  const policies = await testPolicies(...(options.policies ?? []));
  const another = () =>
    new AccessControl({
      documentStore,
      stacks: options.stacks ?? everywhere,
      policies,
      settings: { ...noSettings, ...options.settings, issuers: options.issuers ?? [], admins: options.admins ?? [] },
      fetch: options.fetch ?? (() => Promise.reject(new Error("the test has no network"))),
      clock: { now: () => now, sleep: () => Promise.resolve() },
      elapsed: () => elapsed,
      ids: {
        unique: () => {
          drawn += 1;
          return drawn.toString(16).padStart(32, "0");
        },
        suffix: () => "x",
      },
    });
  const access = another();
  return {
    access,
    documentStore,
    another,
    advance: (milliseconds) => {
      now += milliseconds;
      elapsed += milliseconds;
    },
    setBack: (milliseconds) => {
      now -= milliseconds;
    },
    now: () => now,
    authenticate: (token) => access.authenticate(token === undefined ? null : `Bearer ${token}`, now),
    tokenWith: async (role, stack = "*") => {
      const request = { name: `a ${role ?? "nobody"}`, role: "admin", stacks: null, expiresInDays: 30, machine: true };
      const { token, view } = await access.createToken(request, localOwner);
      if (role !== null) await access.assignRole({ subject: view.principal, stack, role }, localOwner.caller);
      return token;
    },
  };
}

/** A stack under every name, always the same. */
const everywhere: StackLineages = {
  lineages: async () =>
    new (class extends Map<string, string> {
      override get(stack: string): string {
        return `lineage of ${stack}`;
      }
    })(),
  progress: async (stack) => ({ lineage: `lineage of ${stack}`, serial: 1 }),
};

/** A person with nothing but what the test says. */
export function person(parts: Partial<Caller> = {}): Caller {
  return {
    principal: "user:https://id.test|ann",
    name: "ann@id.test",
    groups: [],
    accountAdmin: false,
    workspaces: [],
    scope: null,
    ...parts,
  };
}

/** Lets the request of a token in; throws when it is refused. */
export async function admitted(world: TestAccess, token: string): Promise<Authority> {
  const result = await world.authenticate(token);
  if (!result.ok) throw new Error(result.error.why);
  return result.value;
}
