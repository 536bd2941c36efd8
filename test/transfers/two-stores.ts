import { digest } from "../../packages/base/digest.ts";
import type { Json } from "../../packages/base/json/json.ts";
import type { Result } from "../../packages/base/result.ts";
import { runCommand } from "../../src/cli/run-command.ts";
import type { Calls } from "../../src/contract/call.ts";
import type { DeclarationText } from "../../src/contract/documents/declarations.ts";
import type { PlanView } from "../../src/contract/documents/plans/plan.ts";
import type { Store } from "../../src/engine/ports/store.ts";
import { testCalls } from "../../src/http/fetch-api.fixture.ts";
import { keyInMemory } from "../../src/secrets/key-file.ts";
import { SealedSecrets } from "../../src/secrets/sealed-secrets.ts";
import { testAccess } from "../../src/service/access/access.fixture.ts";
import type { AccessControl } from "../../src/service/access/access-control.ts";
import { RunDispatcher } from "../../src/service/background/run-dispatcher.ts";
import {
  type TestDeployment,
  type TestStore,
  testDeployment,
  upAt,
} from "../../src/service/use-cases/deployment.fixture.ts";
import type { Deployment } from "../../src/service/use-cases/deployment.ts";
import { LivenessTracker } from "../../src/service/use-cases/lease/liveness-tracker.ts";
import { claimKeyOf } from "../../src/service/use-cases/objects/claim-key-of.ts";
import { planStack } from "../../src/service/use-cases/plans/make-plans.ts";
import { NewestPlan } from "../../src/service/use-cases/plans/newest-plan.ts";
import { openConfig, sealConfig } from "../../src/service/use-cases/secrets/seal-config.ts";
import { revealOutputs } from "../../src/service/use-cases/stacks/show-outputs.ts";
import { SqliteStore } from "../../src/stores/sqlite/sqlite-store.ts";
import { type AtBoundary, watchedPort, watchedStore } from "../crash/boundaries.ts";

export const stack = "test/dev";
export const address = "http://127.0.0.1:8080";
export const otherAddress = "http://127.0.0.1:8081";
const configFile = "plumb.dev.yaml";

/** Two resources; a sealed input, a sealed output of a platform, and a sealed config value. */
const text = `name: test
config:
  password: { secret: true }
providers:
  google: { kind: google, project: acme, region: here }
resources:
  client:
    type: iam:OAuthClient
    properties:
      oauthClientId: web-portal
      location: global
      allowedGrantTypes: [AUTHORIZATION_CODE_GRANT]
      allowedRedirectUris: ["https://portal.acme.example/callback"]
      allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"]
      description: \${config.password}
  key:
    type: iam:OAuthClientCredential
    properties: { oauthClientId: "\${client.oauthClientId}", location: global, oauthClientCredentialId: first }
outputs:
  key: \${key.clientSecret}
  id: \${client.id}
`;

export function declared(password = "hunter2"): DeclarationText {
  return { file: "plumb.yaml", text, config: { password }, configFrom: { password: "file" } };
}

/** A process is over from here on. */
class Killed extends Error {}

/** The moments of one process, of which it may die at one. */
export class Life {
  readonly moments: string[] = [];
  readonly #dieAt: number;

  /** `dieAt`: the number of the moment, from 1; left out: it lives. */
  constructor(dieAt = Number.POSITIVE_INFINITY) {
    this.#dieAt = dieAt;
  }

  get isDead(): boolean {
    return this.moments.length >= this.#dieAt;
  }

  /** What died does nothing more. */
  readonly at: AtBoundary = (moment) => {
    if (!this.isDead) this.moments.push(moment);
    if (this.isDead) throw new Killed(moment);
  };

  /** Requests that are sent over a network. */
  sending(calls: Calls): Calls {
    return async (call, source) => {
      this.at(`${call.operation}: not yet sent`);
      const answer = await calls(call, source);
      this.at(`${call.operation}: carried out, not answered`);
      return answer;
    };
  }
}

/** A store with its key; processes come and go over it. */
export class Place {
  readonly base: TestDeployment;
  readonly store: TestStore;
  #key = keyInMemory();
  #pids = 0;
  /** What the cloud calls itself that its processes reach. */
  cloud = "one";

  /** `base`: whose cloud it shares. */
  constructor(base: TestDeployment, store: TestStore = new SqliteStore(":memory:", base.ids)) {
    this.base = base;
    this.store = store;
  }

  /** A process over the store. */
  process(life = new Life()): Deployment {
    this.#pids += 1;
    const pid = this.#pids;
    const watched = <P extends object>(port: P, name: string, writes: readonly string[]): P =>
      watchedPort(port, name, (method) => writes.includes(method), life.at);
    const documentStore = watched(this.store.documentStore, "papers", [
      "put",
      "remove",
      "changeAll",
      "appendLog",
      "continueLog",
    ]);
    const secrets = new SealedSecrets(watched(this.store.sealed, "sealed", ["add", "replaceKeys"]), this.#key);
    const store = watchedStore<Store>(this.store, life.at);
    return {
      ...this.base,
      ...{ store, documentStore, vault: secrets, sealedTexts: secrets },
      movesFinished: async () => {},
      cloudNow: async () => this.cloud,
      holder: { host: "here", pid },
      isDead: (holder) => holder.host === "here" && holder.pid !== pid,
      liveness: new LivenessTracker(),
      newestPlan: new NewestPlan(),
    };
  }

  /** Its key file is gone. */
  loseKey(): void {
    this.#key = keyInMemory();
  }

  calls(life = new Life(), access: AccessControl | null = null): Calls {
    return callsOf(this.process(life), access);
  }
}

function callsOf(deployment: Deployment, access: AccessControl | null): Calls {
  const dispatcher = new RunDispatcher({ deployment, serves: access !== null });
  return testCalls({ deployment, dispatcher, access, audit: null });
}

/** Whose processes a command meets. */
export interface Lives {
  readonly mover?: Life;
  readonly service?: Life;
}

/** One's own machine and two services, with one cloud; a stack has been made on one's own machine. */
export class TwoStores {
  readonly local: Place;
  readonly service: Place;
  readonly other: Place;
  /** What lies beside the declaration. */
  readonly files = new Map<string, string>();
  /** Who asks the service: whoever runs it, unless a token says otherwise. */
  #signedIn: { readonly access: AccessControl; readonly token: string } | null = null;

  private constructor() {
    const base = testDeployment();
    this.local = new Place(base);
    this.service = new Place(base);
    this.other = new Place(base);
  }

  static async open(): Promise<TwoStores> {
    const world = new TwoStores();
    const process = world.local.process();
    await upAt(stack, process, declared());
    const sealed = await sealConfig(stack, "password", "hunter2", process);
    world.files.set(configFile, `config:\n  password: { $sealed: "${sealed}" }\n`);
    return world;
  }

  /** The service has callers with roles, and this one asks from now on. */
  async signIn(role: "planner" | "operator" | "admin"): Promise<void> {
    const { store } = this.service;
    const access = await testAccess({ documentStore: store.documentStore, stacks: store });
    this.#signedIn = { access: access.access, token: await access.tokenWith(role) };
  }

  /** One command line in a process of its own. `through`: the requests of a service on their way. */
  async plumb(
    line: string,
    { mover = new Life(), service = new Life() }: Lives = {},
    through: (calls: Calls) => Calls = (calls) => calls,
  ): Promise<{ readonly code: number; readonly out: string }> {
    const here = this.local.calls(mover);
    const services: Readonly<Record<string, Calls>> = {
      [address]: mover.sending(through(this.service.calls(service, this.#signedIn?.access))),
      [otherAddress]: mover.sending(through(this.other.calls(service))),
    };
    let out = "";
    const stream = { isTTY: false, columns: 0, write: (each: string) => (out += each) };
    const refuse = (what: string) => () => Promise.reject(new Error(`no ${what} here`));
    const done = runCommand(line.split(" "), {
      calls: async (server) => (server === undefined ? here : (services[server] ?? refuse("such service"))),
      localCloud: refuse("local cloud"),
      network: refuse("network"),
      work: refuse("worker"),
      storeCare: refuse("store"),
      browser: { open: refuse("browser"), redirect: refuse("browser") },
      ...{ serveCloud: refuse("cloud"), serve: refuse("service"), packReport: refuse("recording") },
      ...{ stdout: stream, stderr: stream, lostOutput: async () => null },
      environment: this.#signedIn === null ? {} : { PLUMB_TOKEN: this.#signedIn.token },
      stdin: { isTTY: false, ask: async () => "", rest: async () => "" },
      files: this.#filesOf(mover),
      isStateFile: async () => false,
      ...{ openLesson: refuse("lesson"), startProgram: refuse("program"), generator: refuse("generator") },
      ...{ natureOf: refuse("origin"), fileChange: refuse("change"), leaving: () => {} },
      version: "0.0.0",
      signal: new AbortController().signal,
      now: () => Date.now(),
      sleep: async () => {},
    });
    const code = await done.catch((cause: unknown) => {
      if (cause instanceof Killed) return 137;
      throw cause;
    });
    return { code, out };
  }

  #filesOf(life: Life) {
    const { files } = this;
    const read = async (path: string) => (path.endsWith("plumb.yaml") ? text : files.get(path));
    const write = async (path: string, written: string) => {
      life.at(`file ${path}: not yet written`);
      files.set(path, written);
      life.at(`file ${path}: written`);
    };
    return {
      ...{ read, readBeside: read, readPrivate: read, write, writePrivate: write },
      make: async () => false,
      change: async <E>(path: string, next: Parameters<typeof changed<E>>[1]) => changed(path, next),
      changePrivate: async () => {},
      realPath: async (path: string) => `/home/ann/${path}`,
      exists: async (path: string) => path.endsWith("plumb.yaml") || files.has(path),
      namesIn: async () => [],
    };
    async function changed<E>(
      path: string,
      next: (text: string | undefined) => Changed<E> | Promise<Changed<E>>,
    ): Promise<Result<undefined, E>> {
      const result = await next(files.get(path));
      if (!result.ok) return result;
      await write(path, result.value);
      return { ok: true, value: undefined };
    }
  }

  /** The password as the file says it sealed, opened at a place; null where that does not open it. */
  async password(at: Place): Promise<string | null> {
    const [, sealed = ""] = /\$sealed: "([^"]+)"/.exec(this.files.get(configFile) ?? "") ?? [];
    return openConfig(stack, { password: sealed }, at.process()).then(
      ({ password = null }) => password,
      () => null,
    );
  }
}

type Changed<E> = Result<string, E>;

/** A fresh plan of the stack at a place. */
export function planned(at: Place): Promise<PlanView> {
  return planStack({ stack, kind: "apply", declaration: declared(), refresh: true }, at.process());
}

/** What a stack comes to that does not depend on where it is: ids, inputs and outputs, secrets by their digests. */
export async function standing(at: Place): Promise<Json> {
  const process = at.process();
  const { records, superseded, outputs, outputSources } = await at.store.readStack(stack);
  const all = [...records.values(), ...superseded].map(({ address: name, uid, identity, inputs, outputs: seen }) => ({
    ...{ name, uid, id: identity.id, inputs, outputs: seen },
  }));
  const opened = await revealOutputs(stack, { all, outputs } as never, process);
  const claims = await at.store.claims((await claimKeys(at)).toSorted());
  return { content: digest(opened), claims: claims.map(({ uid }) => uid).toSorted(), outputSources } as never;
}

async function claimKeys(at: Place): Promise<readonly string[]> {
  const { records } = await at.store.readStack(stack);
  return [...records.values()].map((record) => claimKeyOf(record, at.base.catalog));
}

/** How far a move is at one end: the phase, `here` for a stack that is in none, `none` where there is no stack. */
export async function phaseAt(at: Place): Promise<string> {
  const { serial, context } = await at.store.readStack(stack);
  return serial === 0 ? "none" : (context.transfer?.phase ?? "here");
}
