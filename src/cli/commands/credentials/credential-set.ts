import type { CredentialWrite } from "../../../contract/documents/credentials.ts";
import { type Command, optionValue, printJson } from "../../command.ts";
import { credentialSource } from "../../connection/credential-words.ts";
import { clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure, reportMistake } from "../../reports/report.ts";
import { defaultFile } from "../../settings.ts";
import { stacksNamed } from "../../stacks/stack-by-name.ts";

export const credentialSet: Command = {
  positionals: [{ name: "NAME" }],
  options: [
    { name: "kind", value: "KIND", summary: "kind of the providers: google, azure or databricks" },
    {
      name: "origin",
      value: "ORIGIN",
      repeatable: true,
      summary: "where it may go (default: the vendor's own); repeatable",
    },
    { name: "private", summary: "those origins may have private addresses" },
    { name: "environment", value: "NAME", summary: "the environment variable of the server that holds it" },
    { name: "file", value: "PATH", summary: "the file of the server that holds it" },
    { name: "client-id", value: "ID", summary: "the OAuth client whose secret it is (Databricks)" },
    {
      name: "only",
      value: "PATTERN",
      repeatable: true,
      summary: "stacks that may use it, with * for any text (PROJECT/STACK); repeatable",
    },
  ],
  description:
    "Names a credential that a server has for a vendor, or replaces the one of that name: " +
    "where the server finds it, where it may go, and for which stacks. " +
    "The server's settings permit variables and files (credentialSources); " +
    "without either, the usual variables and tools of the kind are used. " +
    "Once one of a kind is named, no other credential of that kind is used.",
  examples: [
    {
      line:
        "plumb credential set prod --kind databricks --origin https://adb-1.azuredatabricks.net --file " +
        "/run/secrets/prod --only 'portal/prod-*'",
      meaning: "a token in a file, for one workspace and some stacks",
    },
    { line: "plumb credential set google --kind google --only portal/dev", meaning: "the usual one, for one stack" },
  ],
  run: async (invocation) => {
    const { api, people, settings } = invocation;
    const [name = ""] = invocation.arguments.positionals;
    const { values, flags } = invocation.arguments;
    const kind = optionValue(invocation, "kind");
    if (kind === undefined)
      return reportMistake(invocation, { detail: "plumb credential set needs --kind google, azure or databricks." });
    // `--file` names what holds the credential here: it is no declaration, and is not read.
    const { project } = invocation.withSettings({ ...settings, file: defaultFile, fileGiven: false });
    const stacks = await stacksNamed(values.get("only"), project);
    if (!stacks.ok) return reportMistake(invocation, stacks.error);
    const credential = {
      environment: optionValue(invocation, "environment") ?? null,
      file: optionValue(invocation, "file") ?? null,
      clientId: optionValue(invocation, "client-id") ?? null,
    };
    const body: CredentialWrite = {
      kind,
      origins: values.get("origin") ?? null,
      private: flags.has("private"),
      credential,
      stacks: stacks.value ?? ["*"],
    };
    const put = (kind: "nothing" | "something") =>
      api.call("replaceCredential", { path: { binding: name }, body, expected: { kind } });
    const made = await put("nothing");
    const answer = !made.ok && made.error.code === "changed-meanwhile" ? await put("something") : made;
    if (!answer.ok) return reportFailure(invocation, answer.error);
    if (settings.json) printJson(invocation, answer.value);
    else {
      const { origins, stacks } = answer.value;
      const where = origins?.join(", ") ?? "the vendor's own addresses";
      people.write(
        `${clean(name)}: what is in ${clean(credentialSource(answer.value.credential))} goes to ${clean(where)}, ` +
          `for ${clean(stacks.join(", "))}.\n`,
      );
    }
    return exitCodes.done;
  },
};
