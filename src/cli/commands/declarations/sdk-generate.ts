import { join } from "node:path";
import { type Command, optionValue, printJson } from "../../command.ts";
import { otherPackage } from "../../declarations/kept-places.ts";
import { clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportMistake } from "../../reports/report.ts";
import { writeLines } from "../../terminal.ts";

export const sdkGenerate: Command = {
  positionals: [{ name: "PACKAGE[@VERSION]" }],
  options: [
    { name: "language", value: "LANGUAGE", names: ["typescript", "python"], summary: "typescript or python" },
    { name: "out", value: "DIR", writes: "folder", summary: "the folder to write the package into" },
  ],
  description:
    "Writes an installable package with the resources of one namespace in one version of the platform's " +
    "interface, to be used beside the SDK. Its resources are managed in that version.",
  examples: [
    {
      line: "plumb sdk generate authorization@2024-09-01-preview --language typescript --out sdks/authorization-2024",
      meaning: "then `npm install --install-links ./sdks/authorization-2024`",
    },
    {
      line: "plumb sdk generate migrate@2023-01-01 --language python --out sdks/migrate-2023",
      meaning: "then `pip install ./sdks/migrate-2023`",
    },
  ],
  run: async (invocation) => {
    const { people, settings, context } = invocation;
    const [namespace = "", version] = (invocation.arguments.positionals[0] ?? "").split("@");
    const language = optionValue(invocation, "language");
    const out = optionValue(invocation, "out");
    if (language !== "typescript" && language !== "python")
      return reportMistake(invocation, { detail: "plumb sdk generate needs --language typescript or python." });
    if (out === undefined) return reportMistake(invocation, { detail: "plumb sdk generate needs --out DIR." });
    const generator = await context.generator();
    const files = generator.versionPackage(language, namespace, version);
    if (!files.ok) {
      const detail = `${files.error.charAt(0).toUpperCase()}${files.error.slice(1)}`;
      return reportMistake(invocation, { detail: /[.?]$/.test(detail) ? detail : `${detail}.` });
    }
    const taken = await otherPackage(out, files.value, context);
    if (taken !== undefined) return reportMistake(invocation, taken);
    const written = Object.keys(files.value).map((path) => join(out, path));
    for (const [path, text] of Object.entries(files.value)) await context.files.write(join(out, path), text);
    if (settings.json) printJson(invocation, { written });
    else {
      const install = language === "typescript" ? "npm install --install-links" : "pip install";
      const folder = out.startsWith(".") || out.startsWith("/") ? out : `./${out}`;
      writeLines(people, [`Wrote ${written.map(clean).join(", ")}.`, `\`${install} ${clean(folder)}\` installs it.`]);
    }
    return exitCodes.done;
  },
};
