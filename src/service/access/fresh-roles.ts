import { isRecent } from "../../base/clock.ts";
import type { Register } from "../../engine/ports/register.ts";
import { listAssignments, type RoleAssignment } from "./role-assignments.ts";
import { type LineageOf, RoleBook } from "./role-book.ts";

/** How long an answer from memory may lag behind what another process has written: with the look of streams, two seconds. */
export const stalenessMs = 1000;

/** The role assignments in memory, read again when they are asked for and too old. */
export class FreshRoles {
  readonly #register: Register;
  /** Those of the settings, which nobody takes back while the service runs. */
  readonly #standing: readonly RoleAssignment[];
  readonly #lineageOf: LineageOf;
  #book: RoleBook;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;

  constructor(register: Register, standing: readonly RoleAssignment[], lineageOf: LineageOf) {
    this.#register = register;
    this.#standing = standing;
    this.#lineageOf = lineageOf;
    this.#book = new RoleBook([], lineageOf);
  }

  /** As of the last `refresh`. */
  get book(): RoleBook {
    return this.#book;
  }

  /** Settles when the book is no older than it may be. */
  async refresh(now: number): Promise<void> {
    if (isRecent(this.#readAt, now, stalenessMs)) return;
    this.#reading ??= this.#read(now).finally(() => {
      this.#reading = null;
    });
    await this.#reading;
  }

  /** The next `refresh` reads, whatever the time. */
  forget(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  async #read(now: number): Promise<void> {
    this.#readAt = now;
    try {
      this.#book = new RoleBook([...(await listAssignments(this.#register)), ...this.#standing], this.#lineageOf);
    } catch (cause) {
      this.forget();
      throw cause;
    }
  }
}
