import type { DocumentStore } from "../../../engine/ports/document-store.ts";
import { FreshRead } from "../fresh-read.ts";
import { listAssignments, type RoleAssignment } from "./role-assignments.ts";
import { type LineageOf, RoleRepository } from "./role-repository.ts";

/** The role assignments in memory, read again when they are asked for and too old. */
export class FreshRoles {
  readonly #fresh: FreshRead;
  #repository: RoleRepository;

  /** `standing`: those of the settings, which are not taken back while the service runs. */
  constructor(documentStore: DocumentStore, standing: readonly RoleAssignment[], lineageOf: LineageOf) {
    this.#repository = new RoleRepository([], lineageOf);
    this.#fresh = new FreshRead(async () => {
      this.#repository = new RoleRepository([...(await listAssignments(documentStore)), ...standing], lineageOf);
    });
  }

  /** As of the last `refresh`. */
  get repository(): RoleRepository {
    return this.#repository;
  }

  /** Settles when the repository is no older than it may be. Throws Faults of the document store. */
  async refresh(now: number): Promise<void> {
    await this.#fresh.refresh(now);
  }

  /** The next `refresh` reads, whatever the time. */
  forget(): void {
    this.#fresh.forget();
  }
}
