import { statSync, watch } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Settles when one of the files has been written since a time (milliseconds since the epoch), or when the signal
 * aborts.
 */
export async function fileChange(files: readonly string[], since: number, signal: AbortSignal): Promise<void> {
  const paths = new Set(files.map((file) => resolve(file)));
  const changed = Promise.withResolvers<void>();
  const look = (): void => {
    if ([...paths].some((path) => writtenAt(path) >= since)) changed.resolve();
  };
  // Editors replace files instead of writing to them, so the folders are watched.
  const watchers = [...new Set([...paths].map(dirname))].map((folder) => watch(folder, { signal }, look));
  signal.addEventListener("abort", () => changed.resolve(), { once: true });
  // What was written before the watch began counts as well.
  look();
  try {
    await changed.promise;
  } finally {
    for (const watcher of watchers) watcher.close();
  }
}

/** A file that is being replaced may be gone for a moment. */
function writtenAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
