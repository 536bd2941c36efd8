import { DatabaseSync, type StatementSync } from "node:sqlite";
import { Fault } from "../../base/fault.ts";
import type { Ids } from "../../base/ids.ts";
import type { JsonObject } from "../../base/json.ts";
import type { SealedRows } from "../../engine/ports/secrets.ts";
import type { AppendOutcome, LeaseHolder, LeaseOutcome, Store, StoredPlan } from "../../engine/ports/store.ts";
import type { Intent, JournalEntry } from "../../engine/state/journal.ts";
import type { ResourceRecord } from "../../engine/state/record.ts";
import type { Claim } from "../../engine/state/snapshot.ts";
import { assembleState, emptyState, project, type StackState, type StateRows } from "../../engine/state/stack-state.ts";
import { migrations } from "./migrations.ts";
import { sealedTable } from "./sealed-table.ts";

interface Waiting {
  readonly stack: string;
  readonly epoch: number;
  readonly entries: readonly JournalEntry[];
  resolve(outcome: AppendOutcome): void;
  reject(cause: unknown): void;
}

/** Thrown inside a batch to undo it when a claim is taken. */
class ClaimTaken extends Error {
  readonly claim: Claim;
  constructor(claim: Claim) {
    super("claim taken");
    this.claim = claim;
  }
}

/**
 * The embedded store: one SQLite file (WAL, synchronous=FULL). Appends that wait together share one transaction, so that
 * many steps ready at once cost one fsync.
 */
export class SqliteStore implements Store {
  readonly #database: DatabaseSync;
  readonly #ids: Ids;
  readonly #statements = new Map<string, StatementSync>();
  #waiting: Waiting[] = [];
  /** The side table of sealed values. */
  readonly sealed: SealedRows = sealedTable({
    statement: (sql) => this.#guard(() => this.#statement(sql)),
    writing: (work) => this.#guard(() => this.#writing(work)),
  });

  /** Opens or makes the database at `path` (a file, or `:memory:`). */
  constructor(path: string, ids: Ids) {
    this.#ids = ids;
    let opened: DatabaseSync | undefined;
    try {
      opened = new DatabaseSync(path);
      this.#database = opened;
      this.#database.exec("PRAGMA busy_timeout=10000; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;");
      this.#migrate();
    } catch (cause) {
      opened?.close();
      throw cause instanceof Fault ? cause : new Fault("store-failed", "the state database can't be opened", { cause });
    }
  }

  #migrate(): void {
    this.#writing(() => {
      const version = Number(this.#database.prepare("PRAGMA user_version").get()?.["user_version"]);
      if (version > migrations.length) {
        throw new Fault("format-too-new", "the state was written by a newer Plumbline; use that version");
      }
      for (const migration of migrations.slice(version)) this.#database.exec(migration);
      this.#database.exec(`PRAGMA user_version=${migrations.length}`);
    });
  }

  readonly readStack = async (stack: string): Promise<StackState> =>
    this.#reading(() => {
      const head = this.#statement("SELECT lineage, serial, outputs FROM stack WHERE name = ?").get(stack);
      if (head === undefined) return emptyState("");
      const records = this.#statement("SELECT body FROM record WHERE stack = ? ORDER BY key").all(stack);
      const intents = this.#statement("SELECT body, handle FROM intent WHERE stack = ? ORDER BY key").all(stack);
      return assembleState(
        {
          lineage: String(head["lineage"]),
          serial: Number(head["serial"]),
          outputs: JSON.parse(String(head["outputs"])) as JsonObject,
        },
        records.map((row) => JSON.parse(String(row["body"])) as ResourceRecord),
        intents.map((row) => ({
          intent: JSON.parse(String(row["body"])) as Intent,
          handle: row["handle"] === null ? null : String(row["handle"]),
        })),
      );
    });

  readonly acquire: Store["acquire"] = async (stack, holder, now, ttlMs, isDead): Promise<LeaseOutcome> =>
    this.#guard(() =>
      this.#writing(() => {
        this.#statement(
          "INSERT INTO stack (name, lineage, serial, outputs, epoch) VALUES (?, ?, 0, '{}', 0) ON CONFLICT DO UPDATE SET lineage = excluded.lineage WHERE lineage = ''",
        ).run(stack, this.#ids.unique());
        const row = this.#statement("SELECT epoch, holder, lease_until FROM stack WHERE name = ?").get(stack);
        if (row !== undefined && typeof row["holder"] === "string") {
          const current = JSON.parse(row["holder"]) as LeaseHolder;
          const until = Number(row["lease_until"]);
          if (until > now && !isDead(current)) {
            return { kind: "busy" as const, holder: current, expiresAt: new Date(until).toISOString() };
          }
        }
        const epoch = Number(row?.["epoch"]) + 1;
        this.#statement("UPDATE stack SET epoch = ?, holder = ?, lease_until = ? WHERE name = ?").run(
          epoch,
          JSON.stringify(holder),
          now + ttlMs,
          stack,
        );
        return { kind: "held" as const, epoch };
      }),
    );

  readonly renew = async (stack: string, epoch: number, until: number): Promise<boolean> =>
    this.#guard(
      () =>
        this.#statement("UPDATE stack SET lease_until = ? WHERE name = ? AND epoch = ? AND holder IS NOT NULL").run(
          until,
          stack,
          epoch,
        ).changes === 1,
    );

  readonly release = async (stack: string, epoch: number): Promise<void> =>
    this.#guard(() => {
      this.#statement("UPDATE stack SET holder = NULL, lease_until = NULL WHERE name = ? AND epoch = ?").run(
        stack,
        epoch,
      );
    });

  readonly append = (stack: string, epoch: number, entries: readonly JournalEntry[]): Promise<AppendOutcome> =>
    new Promise((resolve, reject) => {
      this.#waiting.push({ stack, epoch, entries, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => this.#flush());
    });

  #flush(): void {
    const batch = this.#waiting;
    this.#waiting = [];
    if (batch.length === 0) return;
    let settled: readonly (() => void)[];
    try {
      settled = this.#guard(() => this.#writing(() => batch.map((each) => this.#settle(each))));
    } catch (cause) {
      for (const each of batch) each.reject(cause);
      return;
    }
    for (const tell of settled) tell();
  }

  /** Appends one caller's entries; how to tell is for after the commit. What fails is undone and that caller's only. */
  #settle(each: Waiting): () => void {
    try {
      const outcome = this.#guard(() => this.#appendOne(each));
      return () => each.resolve(outcome);
    } catch (cause) {
      // The medium gave up on the whole transaction.
      if (!this.#database.isTransaction) throw cause;
      return () => each.reject(cause);
    }
  }

  /** One caller's entries, all or none; the surrounding transaction makes the whole batch durable. */
  #appendOne({ stack, epoch, entries }: Waiting): AppendOutcome {
    const head = this.#statement("SELECT epoch, serial, holder FROM stack WHERE name = ?").get(stack);
    if (head === undefined || Number(head["epoch"]) !== epoch || head["holder"] === null) return { kind: "fenced" };
    this.#database.exec("SAVEPOINT entries");
    try {
      const rows = this.#rows(stack);
      for (const entry of entries) {
        this.#statement("INSERT INTO journal (stack, epoch, run, entry) VALUES (?, ?, ?, ?)").run(
          stack,
          epoch,
          entry.run,
          JSON.stringify(entry),
        );
        project(entry, rows);
      }
      const serial = Number(head["serial"]) + 1;
      this.#statement("UPDATE stack SET serial = ? WHERE name = ?").run(serial, stack);
      this.#database.exec("RELEASE entries");
      return { kind: "done", serial };
    } catch (cause) {
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK TO entries; RELEASE entries");
      if (cause instanceof ClaimTaken) return { kind: "claimed", claim: cause.claim };
      throw cause;
    }
  }

  #rows(stack: string): StateRows {
    return {
      putRecord: (key, record) => {
        this.#statement(
          "INSERT INTO record (stack, key, body) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET body = excluded.body",
        ).run(stack, key, JSON.stringify(record));
      },
      removeRecord: (key) => {
        this.#statement("DELETE FROM record WHERE stack = ? AND key = ?").run(stack, key);
      },
      putIntent: (key, intent) => {
        this.#statement("INSERT INTO intent (stack, key, body) VALUES (?, ?, ?)").run(
          stack,
          key,
          JSON.stringify(intent),
        );
      },
      setHandle: (key, url) => {
        this.#statement("UPDATE intent SET handle = ? WHERE stack = ? AND key = ?").run(url, stack, key);
      },
      removeIntent: (key) => {
        this.#statement("DELETE FROM intent WHERE stack = ? AND key = ?").run(stack, key);
      },
      putClaim: (claimKey, uid, address) => {
        const holder = this.#statement("SELECT stack, uid, address FROM claim WHERE claim_key = ?").get(claimKey);
        if (holder !== undefined && (holder["uid"] !== uid || holder["stack"] !== stack)) {
          throw new ClaimTaken({
            claimKey,
            stack: String(holder["stack"]),
            uid: String(holder["uid"]),
            address: String(holder["address"]),
          });
        }
        this.#statement(
          "INSERT INTO claim (claim_key, stack, uid, address) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET address = excluded.address",
        ).run(claimKey, stack, uid, address);
      },
      removeClaim: (claimKey, uid) => {
        this.#statement("DELETE FROM claim WHERE claim_key = ? AND uid = ? AND stack = ?").run(claimKey, uid, stack);
      },
      setOutputs: (outputs) => {
        this.#statement("UPDATE stack SET outputs = ? WHERE name = ?").run(JSON.stringify(outputs), stack);
      },
    };
  }

  readonly readJournal = async (stack: string): Promise<readonly JournalEntry[]> =>
    this.#guard(() =>
      this.#statement("SELECT entry FROM journal WHERE stack = ? ORDER BY seq")
        .all(stack)
        .map((row) => JSON.parse(String(row["entry"])) as JournalEntry),
    );

  readonly listStacks = async (): Promise<readonly string[]> =>
    this.#guard(() =>
      this.#statement("SELECT name FROM stack WHERE serial > 0 ORDER BY name")
        .all()
        .map((row) => String(row["name"])),
    );

  readonly removeStack = async (stack: string, now: number): Promise<boolean> =>
    this.#guard(() =>
      this.#writing(() => {
        const inUse = this.#statement(
          "SELECT 1 FROM record WHERE stack = ? UNION SELECT 1 FROM intent WHERE stack = ? UNION SELECT 1 FROM stack WHERE name = ? AND lease_until > ?",
        ).get(stack, stack, stack, now);
        if (inUse !== undefined) return false;
        for (const table of ["journal", "plan", "claim"]) {
          this.#statement(`DELETE FROM ${table} WHERE stack = ?`).run(stack);
        }
        // The epoch stays behind and grows, so that nobody who held this stack can write into one made anew.
        this.#statement(
          "UPDATE stack SET lineage = '', serial = 0, outputs = '{}', epoch = epoch + 1, holder = NULL, lease_until = NULL WHERE name = ?",
        ).run(stack);
        return true;
      }),
    );

  readonly claims = async (claimKeys: readonly string[]): Promise<readonly Claim[]> =>
    this.#reading(() =>
      claimKeys.flatMap((claimKey) => {
        const row = this.#statement("SELECT stack, uid, address FROM claim WHERE claim_key = ?").get(claimKey);
        if (row === undefined) return [];
        return [{ claimKey, stack: String(row["stack"]), uid: String(row["uid"]), address: String(row["address"]) }];
      }),
    );

  readonly putPlan = async (stack: string, plan: StoredPlan): Promise<void> =>
    this.#guard(() => {
      this.#statement(
        "INSERT INTO plan (stack, digest, kind, created_at, document) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET created_at = excluded.created_at",
      ).run(stack, plan.digest, plan.kind, plan.createdAt, JSON.stringify(plan.document));
    });

  readonly getPlan = async (stack: string, digest: string): Promise<StoredPlan | null> =>
    this.#guard(() => {
      const row = this.#statement(
        "SELECT digest, kind, created_at, document FROM plan WHERE stack = ? AND digest = ?",
      ).get(stack, digest);
      return row === undefined ? null : storedPlan(row);
    });

  readonly listPlans = async (stack: string): Promise<readonly StoredPlan[]> =>
    this.#guard(() =>
      this.#statement(
        "SELECT digest, kind, created_at, document FROM plan WHERE stack = ? ORDER BY created_at DESC, digest",
      )
        .all(stack)
        .map(storedPlan),
    );

  readonly close = async (): Promise<void> => {
    this.#flush();
    if (this.#database.isOpen) this.#database.close();
  };

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Several reads as of one moment, whatever other processes commit meanwhile. */
  #reading<T>(work: () => T): T {
    return this.#guard(() => this.#transaction("BEGIN", work));
  }

  #writing<T>(work: () => T): T {
    return this.#transaction("BEGIN IMMEDIATE", work);
  }

  #transaction<T>(begin: string, work: () => T): T {
    this.#database.exec(begin);
    try {
      const result = work();
      this.#database.exec("COMMIT");
      return result;
    } catch (cause) {
      // Some failures end the transaction themselves.
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
      throw cause;
    }
  }

  /** Turns what SQLite throws into the one fault that callers know. */
  #guard<T>(work: () => T): T {
    try {
      return work();
    } catch (cause) {
      if (!(cause instanceof Error) || (cause as { code?: string }).code !== "ERR_SQLITE_ERROR") throw cause;
      throw new Fault("store-failed", "the state database failed", { cause, privateDetail: cause.message });
    }
  }
}

function storedPlan(row: Readonly<Record<string, unknown>>): StoredPlan {
  return {
    digest: String(row["digest"]),
    kind: String(row["kind"]),
    createdAt: String(row["created_at"]),
    document: JSON.parse(String(row["document"])) as JsonObject,
  };
}
