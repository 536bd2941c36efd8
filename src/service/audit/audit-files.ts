import { appendFileSync } from "node:fs";
import { Fault } from "../../../packages/base/fault.ts";
import { isJsonObject } from "../../../packages/base/json/json.ts";
import { emptyKeyFile, makeFile } from "../../files/make-file.ts";
import { readRegularBytes } from "../../files/regular-file.ts";
import { whyFailed } from "../../files/why-failed.ts";
import type { CheckpointPlace } from "./audit.ts";
import { type Checkpoint, type CheckpointKey, checkpointKey, checkpointOf, freshCheckpointKey } from "./checkpoint.ts";

/** The key in a file that only its owner may read; made when there is none. Throws Fault("store-failed"). */
export function checkpointKeyFile(path: string): CheckpointKey {
  const pem = readText(path) ?? makeKey(path);
  if (pem === "") throw new Fault("store-failed", emptyKeyFile(path));
  const key = checkpointKey(pem);
  if (key === null) throw new Fault("store-failed", `the file ${path} holds no Ed25519 key`);
  return key;
}

/** The key in a file; null where there is no file. Throws Fault("store-failed"). */
export function checkpointKeyIn(path: string): CheckpointKey | null {
  const pem = readText(path);
  return pem === undefined ? null : checkpointKey(pem);
}

/** Checkpoints in a file, one a line. A line that a crash has cut short is passed over. */
export function checkpointFile(path: string): CheckpointPlace {
  return {
    keep: async (checkpoint) => {
      try {
        appendFileSync(path, `${JSON.stringify(checkpoint)}\n`, { mode: 0o600, flush: true });
      } catch (cause) {
        throw new Fault("store-failed", `the checkpoint file ${path} can't be written`, { cause });
      }
    },
    read: async () => (readText(path) ?? "").split("\n").flatMap((line) => readCheckpoint(line) ?? []),
  };
}

function readCheckpoint(line: string): Checkpoint | null {
  try {
    const document: unknown = JSON.parse(line);
    return isJsonObject(document) ? checkpointOf(document) : null;
  } catch {
    return null;
  }
}

function makeKey(path: string): string {
  const pem = freshCheckpointKey();
  try {
    if (makeFile(path, pem)) return pem;
  } catch (cause) {
    throw new Fault("store-failed", `the key file ${path} can't be written`, { cause });
  }
  // Another process of the service was faster; its key is the key.
  const made = readText(path);
  if (made === undefined) throw new Fault("store-failed", `the key file ${path} can't be read`);
  return made;
}

/** A file's text; undefined where there is none. Bytes that are not UTF-8 spoil their own line only. */
function readText(path: string): string | undefined {
  try {
    return readRegularBytes(path).toString("utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new Fault("store-failed", `the file ${path} can't be read: ${whyFailed(cause)}`, { cause });
  }
}
