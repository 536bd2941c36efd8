import type { Register } from "../../../engine/ports/register.ts";
import { FreshRead } from "../fresh-read.ts";
import { listAssignments, type RoleAssignment } from "./role-assignments.ts";
import { type LineageOf, RoleBook } from "./role-book.ts";

/** The role assignments in memory, read again when they are asked for and too old. */
export class FreshRoles {
  readonly #fresh: FreshRead;
  #book: RoleBook;

  /** `standing`: those of the settings, which nobody takes back while the service runs. */
  constructor(register: Register, standing: readonly RoleAssignment[], lineageOf: LineageOf) {
    this.#book = new RoleBook([], lineageOf);
    this.#fresh = new FreshRead(async () => {
      this.#book = new RoleBook([...(await listAssignments(register)), ...standing], lineageOf);
    });
  }

  /** As of the last `refresh`. */
  get book(): RoleBook {
    return this.#book;
  }

  /** Settles when the book is no older than it may be. Throws Faults of the register. */
  async refresh(now: number): Promise<void> {
    await this.#fresh.refresh(now);
  }

  /** The next `refresh` reads, whatever the time. */
  forget(): void {
    this.#fresh.forget();
  }
}
