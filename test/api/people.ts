import type { JsonObject } from "../../packages/base/json/json.ts";
import { systemClock } from "../../src/composition/machine/system.ts";
import { type TestAccess, testAccess } from "../../src/service/access/access.fixture.ts";
import { goodClaims, issuerUrl, signed, signingKey, trusted } from "../../src/service/access/issuers/issuer.fixture.ts";
import { localOwner } from "../../src/service/access/local-owner.ts";
import { testDeployment } from "../../src/service/use-cases/deployment.fixture.ts";
import type { Deployment } from "../../src/service/use-cases/deployment.ts";
import { ensureStack } from "../../src/service/use-cases/stacks/begin-stack.ts";
import { ApiWorld } from "./api-world.ts";

/** The workspace whose setting it is about, and one that it is not about. */
const workspace = "http://cloud.test";
const otherWorkspace = "https://adb-2.databricks.test";

interface Person {
  /** On every stack and the service itself. */
  readonly role?: "reader" | "planner" | "operator" | "admin";
  readonly accountAdmin?: boolean;
  readonly workspaces?: readonly string[];
}

/**
 * Who asks, as an identity provider describes them. Account admins are operators as well, so that they differ from an
 * operator in that alone. `admin here` and `admin elsewhere` hold a role on certain stacks only.
 */
const people = {
  "no role": {},
  reader: { role: "reader" },
  planner: { role: "planner" },
  operator: { role: "operator" },
  admin: { role: "admin" },
  "account admin, no member": { role: "operator", accountAdmin: true, workspaces: [otherWorkspace] },
  "account admin and member": { role: "operator", accountAdmin: true, workspaces: [workspace] },
  "admin here": {},
  "admin elsewhere": {},
  "account admin without a role": { accountAdmin: true, workspaces: [workspace] },
} as const satisfies Readonly<Record<string, Person>>;

export type Somebody = keyof typeof people;
export const everybody = Object.keys(people) as readonly Somebody[];

/** A service in which all of them can sign in. */
export class PeopledWorld {
  readonly api: ApiWorld;
  /** The same service at another process. */
  readonly other: ApiWorld;
  /** What that one is composed of: it has its own eyes for leases. */
  readonly otherDeployment: Deployment;
  readonly #access: TestAccess;
  readonly #tokens: ReadonlyMap<Somebody, string>;
  /** Of who prepares what the others ask for: an admin of everything. */
  readonly owner: string;

  private constructor(
    [api, other]: readonly [ApiWorld, ApiWorld],
    otherDeployment: Deployment,
    access: TestAccess,
    tokens: ReadonlyMap<Somebody, string>,
    owner: string,
  ) {
    this.api = api;
    this.other = other;
    this.otherDeployment = otherDeployment;
    this.#access = access;
    this.#tokens = tokens;
    this.owner = owner;
  }

  static async open(): Promise<PeopledWorld> {
    const key = await signingKey("k");
    const claims = {
      name: ["email"],
      groups: null,
      accountAdmin: { claim: "account_admin", value: true },
      workspaces: { claim: "workspaces", origins: {} },
    } as const;
    const deployment = testDeployment();
    const issuers = [trusted({ jwks: { keys: [key.publicJwk] } }, { claims })];
    const access = await testAccess({ issuers, documentStore: deployment.documentStore, stacks: deployment.store });
    for (const stack of ["test/here", "test/elsewhere"]) await ensureStack(stack, deployment);
    const tokens = new Map<Somebody, string>();
    for (const [index, who] of everybody.entries()) {
      const { role, accountAdmin = false, workspaces = [] }: Person = people[who];
      const more: JsonObject = {
        sub: `p${index}`,
        email: who,
        account_admin: accountAdmin,
        workspaces: [...workspaces],
      };
      tokens.set(who, await signed(key, goodClaims(access.now() / 1000, more)));
      if (role !== undefined) await assign(access, subjectOf(who), "*", role);
    }
    await assign(access, subjectOf("admin elsewhere"), "test/elsewhere", "admin");
    await assign(access, subjectOf("admin here"), "test/here", "admin");
    const owner = await access.tokenWith("admin");
    // Who waits for what the other process does looks again after a while.
    const clock = { ...deployment.clock, sleep: systemClock.sleep };
    const seen = { ...access, access: access.another() };
    const api = await ApiWorld.served({ deployment: { ...deployment, clock } }, deployment, access);
    const atOther = { ...deployment.as(2), clock };
    const other = await ApiWorld.served({ deployment: atOther }, deployment, seen);
    return new PeopledWorld([api, other], atOther, access, tokens, owner);
  }

  /** The bearer token of somebody; null stands for who sends none. */
  tokenOf(who: Somebody | null): string | undefined {
    return who === null ? undefined : this.#tokens.get(who);
  }

  /** Makes the stack one of those that are `here`. `stack`: its whole name. */
  belongsHere(stack: string): Promise<void> {
    return assign(this.#access, subjectOf("admin here"), stack, "admin");
  }
}

async function assign(access: TestAccess, subject: string, stack: string, role: string): Promise<void> {
  await access.access.assignRole({ subject, stack, role }, localOwner.caller);
}

function subjectOf(who: Somebody): string {
  return `user:${issuerUrl}|p${everybody.indexOf(who)}`;
}
