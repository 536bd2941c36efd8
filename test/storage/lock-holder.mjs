// A process that locks a database against all other writers, says so, and lets go when its input ends.
import process from "node:process";
import { DatabaseSync } from "node:sqlite";

const database = new DatabaseSync(process.argv[2] ?? "");
database.exec("PRAGMA busy_timeout=5000; BEGIN IMMEDIATE");
process.stdout.write("locked\n");
for await (const _ of process.stdin);
database.exec("ROLLBACK");
database.close();
