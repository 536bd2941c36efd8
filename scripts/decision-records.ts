import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

/** The head of a record in `docs/decisions`: what stands above its first section. */
export interface DecisionRecord {
  readonly file: string;
  readonly number: string;
  readonly title: string;
  /** As it is written, links included. */
  readonly status: string;
  readonly date: string;
  /** Numbers of the records that replace this one, or a part of it. */
  readonly supersededBy: readonly string[];
  readonly supersedes: readonly string[];
}

const link = String.raw`\[\d{4}\]\(\d{4}-[a-z0-9-]+[.]md\)`;
const links = `${link}(?: \\([^)]+\\))?(?:, ${link}(?: \\([^)]+\\))?)*`;
const status = `accepted(?:; superseded in part by ${links})?|superseded by ${link}(?: and ${link})*`;
const head = new RegExp(
  `^# (?<number>\\d{4}) (?<title>[^\\n]+)\\n\\nStatus: (?<status>${status})\\n\\nDate: ` +
    "(?<date>\\d{4}-\\d\\d-\\d\\d)\\n\\n" +
    `(?:Supersedes: (?<supersedes>${links})\\n\\n)?## `,
);

/** The records of a folder, by their numbers. Throws where the head of one has another form. */
export function decisionRecords(folder: string): readonly DecisionRecord[] {
  return globSync("*.md", { cwd: folder, exclude: ["README.md"] })
    .toSorted()
    .map((file) => decisionRecord(file, readFileSync(join(folder, file), "utf8")));
}

/** The record in a text. Throws where its head has another form. */
export function decisionRecord(file: string, text: string): DecisionRecord {
  const { number, title, status, date, supersedes } = head.exec(text)?.groups ?? {};
  if (number === undefined || title === undefined || status === undefined || date === undefined)
    throw new Error(`${file}: a record begins with its title, Status, Date and Supersedes, as CONTRIBUTING.md says`);
  if (!basename(file).startsWith(`${number}-`)) throw new Error(`${file}: its title has the number ${number}`);
  return { file, number, title, status, date, supersededBy: linkedFrom(status), supersedes: linkedFrom(supersedes) };
}

/** The records as a table of `docs/decisions/README.md`. */
export function decisionsTable(records: readonly DecisionRecord[]): string {
  const rows = records.map(
    ({ file, number, title, status, date }) => `| [${number}](${file}) | ${title} | ${status} | ${date} |\n`,
  );
  return `| record | decision | status | date |\n|---|---|---|---|\n${rows.join("")}`;
}

function linkedFrom(text = ""): readonly string[] {
  return [...text.matchAll(/\[(\d{4})\]/g)].map(([, number = ""]) => number);
}
