import { Fault } from "../../../../packages/base/fault.ts";
import type { DocumentStore } from "../../../engine/ports/document-store.ts";
import type { SealedRows, WrappedKeys } from "../../../engine/ports/secrets.ts";
import type { Store } from "../../../engine/ports/store.ts";
import type {
  StoreCounts,
  StoreDoctor,
  StoreExamination,
  StoreRecovery,
  StoreRepair,
} from "../../../engine/ports/store-doctor.ts";
import type { JournalEntry } from "../../../engine/state/journal.ts";
import { doubledDamage, doubledMended } from "../../../engine/state/records/one-current.ts";
import type { ResourceRecord } from "../../../engine/state/records/record.ts";
import { replayRows } from "../../../engine/state/replay.ts";
import { assembleState, type StackState } from "../../../engine/state/stack-state.ts";
import { type Believed, claimDisagreements, journalDisagreements } from "../../rows/journal-agreement.ts";
import type { Connection } from "../connection/connection.ts";
import { Damaged } from "../connection/store-faults.ts";
import { claimRowOf } from "../rows/known-rows.ts";
import { mendDoubled } from "./mend-doubled.ts";

const file = "the PostgreSQL database of PLUMB_STORE";

/** A name that was never written to, or that its stack has left, is no stack. */
const counts = `
  SELECT (SELECT count(*) FROM plumbline.stack WHERE serial > 0) AS stacks,
    (SELECT count(*) FROM plumbline.record) AS records,
    (SELECT count(*) FROM plumbline.intent) AS "openIntents", (SELECT count(*) FROM plumbline.claim) AS claims,
    (SELECT count(*) FROM plumbline.journal) AS "journalEntries", (SELECT count(*) FROM plumbline.plan) AS plans,
    (SELECT count(*) FROM plumbline.sealed) AS "sealedValues"
`;

type Examined = Store & { readonly documentStore: DocumentStore; readonly sealed: SealedRows };

/** How many entries of a log are read at once. */
const page = 1000;

/** What is wrong with a database. */
interface Found {
  /** Rows that are not as they were written, one sentence part each. */
  readonly damage: readonly string[];
  /** By stack: records that have another one's address. */
  readonly doubled: ReadonlyMap<string, readonly ResourceRecord[]>;
  readonly keys: WrappedKeys | null;
}

/**
 * Reads all of a PostgresStore and says what is damaged. The way back is a backup of the database; what is as it was
 * written and breaks a rule of today is mended.
 */
export class PostgresDoctor implements StoreDoctor {
  readonly #connection: Connection;
  readonly #store: Examined;

  constructor(connection: Connection, store: Examined) {
    this.#connection = connection;
    this.#store = store;
  }

  readonly examine = async (): Promise<StoreExamination> => {
    const found = await this.#look();
    const recovery = await this.#recovery(found);
    const damage = damageOf(found);
    return damage.length === 0
      ? { kind: "whole", file, counts: recovery.counts, keys: found.keys }
      : { kind: "damaged", file, damage, recovery };
  };

  readonly repair = async (): Promise<StoreRepair | null> => {
    const found = await this.#look();
    if (found.damage.length > 0)
      throw new Fault(
        "store-damaged",
        `${file} is not repaired from here: restore it from a backup (\`plumb restore\`)`,
      );
    if (found.doubled.size === 0) return null;
    for (const stack of found.doubled.keys()) await mendDoubled(this.#connection, stack);
    return { file, keptAs: null, damage: damageOf(found), recovery: await this.#recovery(found) };
  };

  async #recovery({ damage, doubled }: Found): Promise<StoreRecovery> {
    return {
      counts: await this.#counts(),
      lost: damage.length === 0 ? [] : ["What is damaged."],
      ...(damage.length === 0 ? {} : { needsBackup: true }),
      mended: [...doubled].flatMap(([stack, records]) => doubledMended(stack, records)),
    };
  }

  async #look(): Promise<Found> {
    const damage: string[] = [];
    const doubled = new Map<string, readonly ResourceRecord[]>();
    const attempt = async <T>(look: () => Promise<T>): Promise<T | undefined> => {
      try {
        return await look();
      } catch (cause) {
        if (!(cause instanceof Damaged)) throw cause;
        damage.push(cause.what);
        return undefined;
      }
    };
    const names = async (sql: string) => (await this.#connection.asking(sql)).map(({ name }) => String(name));
    const { documentStore, sealed } = this.#store;
    for (const stack of await names("SELECT name FROM plumbline.stack ORDER BY name")) {
      const state = await attempt(() => this.#store.readStack(stack));
      if (state?.doubled !== undefined) doubled.set(stack, state.doubled);
      const journal = await attempt(() => this.#store.readJournal(stack));
      if (state !== undefined && journal !== undefined)
        damage.push(...(await this.#disagreements(stack, state, journal)));
      await attempt(() => this.#store.listPlans(stack));
    }
    for (const name of await names("SELECT name FROM plumbline.collection ORDER BY name")) {
      await attempt(() => documentStore.list(name, { limit: Number.MAX_SAFE_INTEGER }));
    }
    for (const name of await names("SELECT name FROM plumbline.log ORDER BY name")) {
      await attempt(async () => {
        const length = await documentStore.logLength(name);
        for (let after = 0; after < length; after += page) await documentStore.readLog(name, after, page);
      });
    }
    const keys = (await attempt(() => sealed.readKeys())) ?? null;
    for (const id of await names("SELECT id AS name FROM plumbline.sealed ORDER BY id")) {
      await attempt(() => sealed.get(id));
    }
    return { damage, doubled, keys };
  }

  /** Where a stack is not what its journal comes to. One that is written to meanwhile is not compared. */
  async #disagreements(stack: string, state: StackState, journal: readonly JournalEntry[]): Promise<readonly string[]> {
    const due = replayRows(journal);
    const own = await this.#connection.asking(
      "SELECT claim_key AS key, stack, uid AS body, address AS handle, sum FROM plumbline.claim WHERE stack = $1",
      stack,
    );
    const held = own.map(claimRowOf);
    const known = new Set(held.map(({ claimKey }) => claimKey));
    const others = await this.#store.claims([...due.claims.keys()].filter((key) => !known.has(key)));
    if ((await this.#store.progress(stack)).serial !== state.serial) return [];
    const dueState = assembleState({ ...state, ...due }, due.records.values(), [...due.intents.values()]);
    return [
      ...journalDisagreements(believed(dueState), believed(state)),
      ...claimDisagreements(stack, due.claims, new Map([...held, ...others].map((claim) => [claim.claimKey, claim]))),
    ].map((each) => `stack \`${stack}\`: ${each}`);
  }

  async #counts(): Promise<StoreCounts> {
    const [row] = await this.#connection.asking(counts);
    const of = (name: keyof StoreCounts) => Number(row?.[name] ?? 0);
    return {
      stacks: of("stacks"),
      records: of("records"),
      openIntents: of("openIntents"),
      claims: of("claims"),
      journalEntries: of("journalEntries"),
      plans: of("plans"),
      sealedValues: of("sealedValues"),
    };
  }
}

function believed({ records, superseded, openIntents, outputs, context }: StackState): Believed {
  return { records: [...records.values(), ...superseded], openIntents: openIntents.length, outputs, context };
}

function damageOf({ damage, doubled }: Found): readonly string[] {
  const named = [...doubled].flatMap(([stack, records]) =>
    doubledDamage(records).map((each) => `stack \`${stack}\`: ${each}`),
  );
  return [...damage, ...named];
}
