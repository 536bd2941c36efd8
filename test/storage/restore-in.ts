// Restores a backup in the place of the store of a folder: a process that a test kills.
import { backupsIn, restored } from "./backup-world.ts";

const [, , file = "", folder = ""] = process.argv;
await restored(file, backupsIn(folder));
