import type { DoctorView } from "../../contract/documents/service.ts";
import { type Command, type Invocation, printJson } from "../command.ts";
import { doctorVendors } from "../connection/doctor-vendors.ts";
import { clean, counted, wrap } from "../rendering/text.ts";
import { exitCodes } from "../reports/exit-code.ts";
import { reportFailure, reportMistake } from "../reports/report.ts";
import { type Terminal, withCommands, writeLines } from "../terminal.ts";
import { contentsOf, countsOf } from "./backups/backup-contents.ts";

export const doctor: Command = {
  positionals: [{ name: "FILE", optional: true }],
  options: [
    { name: "repair", summary: "put in its place what can be recovered of a damaged database" },
    {
      name: "vendors",
      summary: "look at the vendors of the declaration instead: credentials, the way, rights, objects",
    },
    {
      name: "register",
      summary: "with --vendors: register what is found unregistered, after asking, and wait for it",
    },
    { name: "yes", short: "y", summary: "with --register: do not ask" },
  ],
  description:
    "Checks the state database: its pages, the checksum of every row, the journal of every stack from its " +
    "beginning, and whether the records follow from the journal. Shows what can be recovered; " +
    "--repair recovers it from the journal and keeps the damaged file beside it. " +
    "Exit code 1 while there is damage. With --vendors it looks, by reads alone, at each provider of the " +
    "declaration: which credential is found, for whom and until when, clock, proxy, certificates and addresses, " +
    "what the vendor says of the account, and each declared object. Each line is PASS, FAIL or UNKNOWN; " +
    "exit code 1 when one is FAIL. --register asks the vendor to register what is found unregistered with a " +
    "subscription, and to switch on an API that is off in a project; it asks first, and waits until it is done. " +
    "With a FILE it tells whether that backup is whole.",
  examples: [
    { line: "plumb doctor", meaning: "check everything, change nothing" },
    { line: "plumb doctor --repair", meaning: "recover what is damaged" },
    { line: "plumb doctor --vendors", meaning: "before the first run on an account" },
    { line: "plumb doctor --vendors --register", meaning: "register what the vendors say is missing" },
    { line: "plumb doctor plumb.backup", meaning: "see whether a backup is whole" },
    { line: "plumb doctor --json", meaning: "one JSON document" },
  ],
  run: async (invocation) => {
    const { people, settings, api } = invocation;
    const repair = invocation.arguments.flags.has("repair");
    const [file] = invocation.arguments.positionals;
    if (file !== undefined) return await examineBackup(invocation, file);
    if (invocation.arguments.flags.has("vendors")) {
      if (repair) return reportMistake(invocation, { detail: "--vendors and --repair can't be combined." });
      return await doctorVendors(invocation);
    }
    if (invocation.arguments.flags.has("register"))
      return reportMistake(invocation, { detail: "--register goes with --vendors." });
    const answer = repair ? await api.call("repairStore", {}) : await api.call("getStoreHealth", {});
    if (!answer.ok) return reportFailure(invocation, answer.error);
    if (settings.json) printJson(invocation, answer.value);
    else writeLines(people, linesOf(answer.value, people));
    return answer.value.status === "damaged" ? exitCodes.failed : exitCodes.done;
  },
};

async function examineBackup(invocation: Invocation, file: string): Promise<number> {
  const { arguments: given, context, people, settings } = invocation;
  if (["repair", "vendors", "register"].some((name) => given.flags.has(name)))
    return reportMistake(invocation, {
      detail: "A backup is only looked at: --repair, --vendors and --register do not go with it.",
    });
  const report = await (await context.storeCare()).examine(file);
  if (settings.json) printJson(invocation, report);
  else writeLines(people, [`${people.paint("green", "Whole:")} ${clean(file)}`, ...contentsOf(report, people)]);
  return exitCodes.done;
}

function linesOf(view: DoctorView, screen: Terminal): readonly string[] {
  const { paint, width } = screen;
  const { status, damage, lost, mended, keptAs } = view;
  const file = clean(view.file ?? "memory");
  const list = (items: readonly string[]) =>
    items.flatMap((item) =>
      wrap(withCommands(screen, item), width - 4).map((line, index) => `${index === 0 ? "  - " : "    "}${line}`),
    );
  if (status === "nothing") return [`Nothing is stored in ${file}.`];
  if (status === "whole") {
    return [
      `${paint("green", "Healthy:")} ${file}`,
      ...list(contents(view)),
      "Pages, checksums, journals and records agree.",
      ...auditLines(view, screen),
    ];
  }
  if (view.needsBackup === true) {
    const way =
      "Nothing is repaired from here. Stop the services, and put a backup in the place of the database: " +
      "`plumb restore FILE --replace`, or one that PostgreSQL's own programs have made.";
    return [
      `${paint("red", "Damaged:")} ${file}`,
      ...list(damage),
      "It holds, damaged rows among them:",
      ...list(contents(view)),
      ...wrap(withCommands(screen, way), width),
    ];
  }
  const isDone = status === "repaired";
  return [
    isDone ? `${paint("green", "Repaired:")} ${file}` : `${paint("red", "Damaged:")} ${file}`,
    ...list(damage),
    isDone ? "Recovered:" : "Can be recovered:",
    ...list(contents(view)),
    ...(mended.length === 0
      ? []
      : [isDone ? "Mended:" : "Can be mended:", ...list(mended.map(({ detail }) => detail))]),
    ...(lost.length === 0
      ? ["Nothing is lost."]
      : [paint("yellow", isDone ? "Lost or unsure:" : "Can't be recovered, or is unsure:"), ...list(lost)]),
    ...(isDone ? [] : [withCommands(screen, "`plumb doctor --repair` recovers it and keeps the damaged file.")]),
    ...(keptAs === null ? [] : [`The damaged file is kept as ${clean(keptAs)}.`]),
  ];
}

/** The store is whole all the same: what is not at hand is a key of the audit log. */
function auditLines({ auditKeys = [] }: DoctorView, screen: Terminal): readonly string[] {
  if (auditKeys.length === 0) return [];
  const text =
    `The audit log was signed with ${auditKeys.length === 1 ? "a key that is" : "keys that are"} not here ` +
    `(${clean(auditKeys.join(", "))}), so what was signed with it can't be checked. Put the former \`audit.key\` ` +
    "back; `plumb audit verify` tells more.";
  return [screen.paint("yellow", "Audit log:"), ...wrap(withCommands(screen, text), screen.width)];
}

function keysLine({ version, former, unfinished }: NonNullable<DoctorView["keys"]>): string {
  const kept = former === 0 ? "" : `, and ${counted(former, "former one")} kept for values in plumb.STACK.yaml`;
  const left = unfinished ? "; a rotation was broken off, and `plumb key rotate` ends it" : "";
  return `data key ${version}${kept}${left}`;
}

function contents({ counts, keys }: DoctorView): readonly string[] {
  return [...countsOf(counts), ...(keys === undefined || keys.version === 1 ? [] : [keysLine(keys)])];
}
