import { pause } from "../../../../packages/base/clock.ts";
import { digest } from "../../../../packages/base/digest.ts";
import { StoreTime } from "../../background/kept-runs/store-time.ts";
import type { Deployment } from "../../use-cases/deployment.ts";
import { LivenessTracker } from "../../use-cases/lease/liveness-tracker.ts";
import { documentLineage } from "../../use-cases/stacks/document-lineage.ts";
import { CallRefusal } from "../call-refusal.ts";
import type { KeptAnswer } from "./kept-answer.ts";
import { hasBegun, keyCollection, type Mark, markCodec } from "./key-mark.ts";

export interface KeyedRequest {
  readonly key: string;
  readonly principal: string;
  /** Operation and path. */
  readonly target: string;
  /** The stack that it is about; null: none. */
  readonly stack: string | null;
  /** Text of the body. */
  readonly body: string;
}

/**
 * Gives the answer, and what of it is kept; nothing is kept of one that tells of something unfinished. What it makes or
 * begins gets the id `effect`.
 */
type Perform<A> = (effect: string) => Promise<{ readonly answer: A; readonly kept: KeptAnswer | null }>;

/** The result of a request under a key: now, or the first time that it was sent. */
type Once<A> =
  | { readonly kind: "performed"; readonly answer: A }
  | { readonly kind: "replayed"; readonly kept: KeptAnswer };

/** A request under its key. */
interface Named {
  readonly name: string;
  /** Digest of the body. */
  readonly body: string;
  readonly stack: string | null;
}

interface Taken {
  readonly mark: Mark;
  readonly revision: number;
}

type Served = Pick<Deployment, "movesFinished" | "documentStore" | "store" | "clock" | "ids" | "holder" | "isDead">;

/** How long an answer is kept under its key, in the time of the store. */
const keptMs = 24 * 3_600_000;

/** How long a request waits for the one before it with the same key, and how often it looks. */
const patienceMs = 20_000;
const pollMs = 50;

/** What a mark has for the end of its holder's time when that is over. */
const over = 0;

/** So long who carries a request out may be silent, and so often it says that it does. */
const silenceMs = 10_000;
const renewEveryMs = 3_000;

const keyForm = /^[\x21-\x7e]{1,255}$/;

/** Refuses what is no key. */
export function checkKey(key: string | null): void {
  if (key !== null && !keyForm.test(key))
    throw new CallRefusal("bad-request", "`Idempotency-Key` has 1 to 255 visible characters");
}

/**
 * Carries requests out once for their keys: a repetition, here or at another process, gets the first one's answer. When
 * the process of the first one died, or it is not known what came of it, the next carries it out again under the same
 * id of its effect. A key that has begun something is never forgotten before it has an answer (decision 0020).
 */
export class KeyedRequests {
  readonly #deployment: Served;
  /** Of this process; those who repeat them here need not ask the document store over and over. */
  readonly #underWay = new Map<string, Promise<unknown>>();
  /** For how long nothing was heard of requests that others carry out. */
  readonly #liveness = new LivenessTracker();
  readonly #time: StoreTime;

  constructor(deployment: Served) {
    this.#deployment = deployment;
    this.#time = new StoreTime(deployment);
  }

  /** What is refused before anything has begun is not kept: the same key may try again. */
  async once<A>(request: KeyedRequest, perform: Perform<A>): Promise<Once<A>> {
    const name = digest([request.principal, request.target, request.key]);
    const named: Named = { name, body: digest(request.body), stack: request.stack };
    const begun = this.#deployment.clock.elapsed();
    try {
      for (;;) {
        const found = (await this.#taken(named)) ?? (await this.#found(named, begun));
        if (found === null) continue;
        if (!("mark" in found)) return { kind: "replayed", kept: found };
        const performed = await this.#carryOut(named, found, perform);
        if (performed !== null) return { kind: "performed", answer: performed.answer };
      }
    } finally {
      this.#liveness.forget(name);
    }
  }

  /** The mark of the first one. */
  async #taken({ name, body, stack }: Named): Promise<Taken | null> {
    if (this.#underWay.has(name)) return null;
    const effect = this.#deployment.ids.unique();
    const about = stack === null ? {} : { lineage: await documentLineage(stack, this.#deployment) };
    return this.#put(name, { body, effect, begun: false, ...about, ...this.#held() }, null);
  }

  /** The mark with the stack that the request has made, where there was none before. */
  async #about(stack: string | null, taken: Taken): Promise<Taken> {
    if (stack === null || taken.mark.lineage !== "") return taken;
    return { ...taken, mark: { ...taken.mark, lineage: await documentLineage(stack, this.#deployment) } };
  }

  /** Refuses where another stack stands under the name than the one that the first request was about. */
  async #requireSameStack({ stack }: Named, { lineage = "" }: Mark): Promise<void> {
    if (stack === null || lineage === "" || (await documentLineage(stack, this.#deployment)) === lineage) return;
    const detail = `this \`Idempotency-Key\` was sent for a stack \`${stack}\` that was removed since; use a new key`;
    throw new CallRefusal("key-reused", detail);
  }

  /** Null when another process took the request over meanwhile, whose answer counts. */
  async #carryOut<A>(
    { name, stack }: Named,
    taken: Taken,
    perform: Perform<A>,
  ): Promise<{ readonly answer: A } | null> {
    const over = Promise.withResolvers<void>();
    this.#underWay.set(name, over.promise);
    const ended = new AbortController();
    const renewing = this.#renew(name, taken, ended.signal);
    try {
      const { answer, kept } = await perform(taken.mark.effect);
      ended.abort();
      const last = await this.#about(stack, await renewing);
      const isOurs = kept === null ? this.#leaveOpen(name, last) : this.#keep(name, last, kept);
      return (await isOurs) ? { answer } : null;
    } catch (cause) {
      ended.abort();
      const last = await renewing.then((each) => this.#about(stack, each).catch(() => each));
      const concluded = hasBegun(last.mark, cause) ? this.#leaveOpen(name, last) : this.#forget(name, last);
      // What went wrong is what is to be told, even when this goes wrong as well.
      await concluded.catch(() => {});
      throw cause;
    } finally {
      this.#underWay.delete(name);
      over.resolve();
    }
  }

  /** Says again and again that the request is being carried out; gives what was written last. */
  async #renew(name: string, taken: Taken, ended: AbortSignal): Promise<Taken> {
    const { clock } = this.#deployment;
    let last = taken;
    for (;;) {
      await pause(renewEveryMs, clock, ended);
      if (ended.aborted) return last;
      const next = await this.#put(name, { ...last.mark, ...this.#held() }, last.revision).catch(() => last);
      // Another carries it out as well, and has the say from now on.
      if (next === null) return last;
      last = next;
    }
  }

  /** Keeps a good answer. False when the request was taken over by another. */
  async #keep(name: string, { mark, revision }: Taken, kept: KeptAnswer): Promise<boolean> {
    const expiresAt = (await this.#time.now()) + keptMs;
    return (await this.#put(name, mark, revision, { kept, expiresAt })) !== null;
  }

  /** A repetition goes on from there, under the same effect, however late. False when another has taken it over. */
  async #leaveOpen(name: string, { mark, revision }: Taken): Promise<boolean> {
    return (await this.#put(name, { ...mark, begun: true, until: over }, revision)) !== null;
  }

  /** The request was refused, and nothing has been done. */
  async #forget(name: string, { revision }: Taken): Promise<boolean> {
    return (await this.#deployment.documentStore.remove(keyCollection, name, { revision })).kind === "done";
  }

  /** A mark without an answer does not expire: its effect may stand, and no other record of it exists. */
  async #put(
    name: string,
    mark: Mark,
    revision: number | null,
    answered?: { readonly kept: KeptAnswer; readonly expiresAt: number },
  ): Promise<Taken | null> {
    const answer = answered?.kept ?? null;
    const document = markCodec.write({ ...mark, answer });
    const expiry = answered === undefined ? {} : { expiresAt: answered.expiresAt };
    const put = await this.#deployment.documentStore.put(keyCollection, name, document, { revision, ...expiry });
    return put.kind === "done" ? { mark, revision: put.revision } : null;
  }

  #held(): Pick<Mark, "holder" | "until"> {
    const now = this.#deployment.clock.now();
    return {
      holder: { ...this.#deployment.holder, since: new Date(now).toISOString() },
      until: now + silenceMs,
    };
  }

  /** The answer that is kept, the mark of a request that broke off, or null when it is worth trying again. */
  async #found(request: Named, begun: number): Promise<KeptAnswer | Taken | null> {
    const { name, body } = request;
    const { documentStore, clock, isDead } = this.#deployment;
    const found = await documentStore.get(keyCollection, name);
    // It was refused in between: this one may try.
    if (found === null) return null;
    const { document, revision } = found;
    const { answer, ...mark } = markCodec.read(document);
    if (mark.body !== body)
      throw new CallRefusal("key-reused", "this `Idempotency-Key` was sent with another body; use a new key");
    await this.#requireSameStack(request, mark);
    if (answer !== null) return answer;
    const here = this.#underWay.get(name);
    // Each renewal is a new revision. No clock tells how old one is: those of two machines may differ.
    const silentFor = this.#liveness.observe(name, `${revision}`, clock.elapsed());
    if (here === undefined && (mark.until === over || silentFor >= silenceMs || isDead(mark.holder)))
      return this.#put(name, { ...mark, begun: true, ...this.#held() }, revision);
    if (clock.elapsed() - begun >= patienceMs)
      throw new CallRefusal("key-in-use", "the first request with this key is still under way; ask again", {
        headers: { "retry-after": "5" },
      });
    if (here === undefined) await clock.sleep(pollMs);
    else await here;
    return null;
  }
}
