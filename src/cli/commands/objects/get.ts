import { isJsonObject, type JsonObject, ownMember } from "../../../../packages/base/json/json.ts";
import { ok, type Result } from "../../../../packages/base/result.ts";
import { parsePairs, type UsageMistake } from "../../arguments.ts";
import { type Command, printJson } from "../../command.ts";
import { askWithDeclaration } from "../../declarations/declaration-file.ts";
import { entryLines } from "../../rendering/plan/render-value.ts";
import { clean } from "../../rendering/text.ts";
import { reportMistake } from "../../reports/report.ts";
import { writeLines } from "../../terminal.ts";

export const get: Command = {
  positionals: [{ name: "TYPE", names: "types" }, { name: "ID" }],
  options: [
    {
      ...{ name: "state", value: "FIELD=VALUE", repeatable: true },
      summary: "a field the object must have, perhaps with dots (a.b); `null`: it must have none; repeatable",
    },
  ],
  description:
    "Reads one existing object from the platform and shows all its fields. Manages and records nothing. " +
    "With --state the read fails unless the fields are as given.",
  examples: [
    {
      line: "plumb get iam:OAuthClient projects/acme/locations/global/oauthClients/web-portal",
      meaning: "by id",
    },
    {
      line: "plumb get settings:RestrictWorkspaceAdmins global --provider workspace",
      meaning: "through one provider",
    },
  ],
  run: async (invocation) => {
    const [type = "", id = ""] = invocation.arguments.positionals;
    const state = wantedState(invocation.arguments.values.get("state") ?? []);
    if (!state.ok) return reportMistake(invocation, state.error);
    return await askWithDeclaration(
      invocation,
      (context) => invocation.api.call("readObject", { path: { type }, body: { id, state: state.value, ...context } }),
      (view) => {
        const { people } = invocation;
        if (invocation.settings.json) return printJson(invocation, view);
        const lines = entryLines(Object.entries(view.outputs), { ...people, width: people.width - 2, whole: true });
        writeLines(people, [
          `${people.paint("bold", clean(view.type))}  ${clean(view.id)}`,
          ...lines.map((line) => `  ${line}`),
        ]);
      },
    );
  },
};

/** What the object must have: `a.b=c` is a member of an object, and `a=null` says that there is none. */
function wantedState(given: readonly string[]): Result<JsonObject, UsageMistake> {
  const pairs = parsePairs(given, "--state", "FIELD=VALUE");
  if (!pairs.ok) return pairs;
  const told = Object.entries(pairs.value).map(
    ([path, value]) => [path.split("."), value === "null" ? null : value] as const,
  );
  return ok(told.reduce<JsonObject>((state, [path, value]) => withMember(state, path, value), {}));
}

function withMember(state: JsonObject, [name = "", ...rest]: readonly string[], value: string | null): JsonObject {
  if (rest.length === 0) return { ...state, [name]: value };
  const inner = ownMember(state, name) ?? null;
  return { ...state, [name]: withMember(isJsonObject(inner) ? inner : {}, rest, value) };
}
