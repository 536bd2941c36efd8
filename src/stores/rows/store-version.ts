import { Fault } from "../../../packages/base/fault.ts";

/** Told by a version that is older than the one which wrote the state. */
export function tooNew(): Fault {
  return new Fault("format-too-new", "the state was written by a newer Plumbline; use that version");
}

/**
 * Told where the state was made before 0.1.0, whose form is the first that every later version reads (decision 0090).
 */
export function tooOld(): Fault {
  return new Fault(
    "format-too-old",
    "the state was written by a Plumbline from before 0.1.0, and this version can't read it; " +
      "export it with the version that wrote it (`state export`), and take that over with this one in a new state " +
      "directory (`state import`); objects of a stack with secrets come over by `import`",
  );
}

/**
 * The migrations of a store under numbers: the first one makes tables of the version `first`, each further one those of
 * the next.
 */
export function numbered(first: number, migrations: readonly string[]) {
  return {
    newestVersion: first + migrations.length - 1,
    /** Those that bring tables of a version to the newest; 0 is a database without any. */
    migrationsAfter: (version: number) => migrations.slice(version === 0 ? 0 : version - first + 1),
  };
}
