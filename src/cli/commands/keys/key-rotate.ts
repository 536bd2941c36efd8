import { dirname, join } from "node:path";
import { readConfigFile } from "../../../config-file/config-file.ts";
import { type Command, type Invocation, printJson } from "../../command.ts";
import { declarationFile } from "../../declarations/which-declaration.ts";
import { clean, counted, wrap } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportMistake } from "../../reports/report.ts";
import { writeLines } from "../../terminal.ts";
import { refuseServer } from "../backups/refuse-server.ts";

export const keyRotate: Command = {
  positionals: [],
  options: [
    {
      name: "forget",
      summary: "also forget the former data keys: values in plumb.STACK.yaml that are sealed with them open no more",
    },
  ],
  description:
    "Makes a new key for sealed values, puts it into the key file, and seals all values of the store anew, " +
    "beside runs and services that go on. The former key file opens nothing of the store then. " +
    "Broken off, everything opens, and running it again ends it. Secret values in plumb.STACK.yaml stay as they are " +
    "and open with the former data keys, which are kept until --forget: after it, set each of them again with " +
    "`plumb config set --secret`, so have them at hand before. Services on other machines need the new key: lay it " +
    "beside their key files and this one first, as KEYFILE.UUID, and it is the one taken. " +
    "A backup of before needs the key file of before.",
  examples: [
    { line: "plumb key rotate", meaning: "a new key, and everything sealed anew" },
    { line: "plumb key rotate --forget", meaning: "and nothing opens with a former key any more" },
  ],
  run: async (invocation) => {
    const { context, people, settings } = invocation;
    const refused = refuseServer(invocation, "key rotate");
    if (refused !== null) return refused;
    const forget = invocation.arguments.flags.has("forget");
    const rotated = await (await context.storeCare()).rotateKeys(forget);
    if (rotated === null)
      return reportMistake(invocation, { detail: "Nothing was ever sealed here, so there is no key." });
    if (settings.json) {
      printJson(invocation, rotated);
      return exitCodes.done;
    }
    const { file, former, resealed, strange, version, wasUnfinished } = rotated;
    const lines = [
      wasUnfinished ? "A rotation that was broken off is ended." : `The key in ${clean(file)} is a new one.`,
      `${counted(resealed, "value")} sealed anew, under data key ${version}.`,
      ...(strange === 0 ? [] : [`${counted(strange, "value")} of stacks that are gone left as they were.`]),
      former === 0
        ? "No former data key is kept."
        : `${counted(former, "former data key")} kept for values in plumb.STACK.yaml; --forget ends that.`,
      ...(forget ? await forgottenValues(invocation) : []),
      "Keep a copy of the key file, and make a new backup: one of before needs the former key.",
      `Each service and worker that reads another key file than ${clean(file)}, as on another machine, needs the new ` +
        "key: put a copy into the place of its own, without a restart. Until then it opens nothing that is sealed.",
    ];
    writeLines(
      people,
      lines.flatMap((line) => wrap(line, people.width)),
    );
    return exitCodes.done;
  },
};

/** A line for each plumb.STACK.yaml beside the declaration here that has sealed values. */
async function forgottenValues(invocation: Invocation): Promise<readonly string[]> {
  const { files } = invocation.context;
  const declaration = await declarationFile(invocation);
  const lines: string[] = [];
  for (const name of await files.namesIn(dirname(declaration))) {
    if (!/^plumb\..+\.yaml$/.test(name)) continue;
    const path = join(dirname(declaration), name);
    const values = readConfigFile((await files.readBeside(path, declaration)) ?? "", path);
    const sealed = [...(values.ok ? values.value : [])].flatMap(([key, { kind }]) => (kind === "sealed" ? [key] : []));
    if (sealed.length > 0)
      lines.push(
        `${clean(path)}: what was sealed here opens no more. Set again with \`plumb config set KEY --secret\`: ` +
          `${clean(sealed.join(", "))}.`,
      );
  }
  return lines;
}
