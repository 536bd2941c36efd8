import type { Mistake } from "../mistake.ts";

const id = "projects/acme-prod/locations/global/oauthClients/legacy-portal";

/** Imports of what is not there, wrongly named, or listed wrongly. */
export const imports: readonly Mistake[] = [
  {
    name: "the type is misspelt",
    stack: true,
    line: `import iam:OauthClient legacy ${id}`,
    says: ["iam:OauthClient", "did you mean `iam:OAuthClient`?"],
  },
  {
    name: "the type without its first part",
    stack: true,
    line: `import OAuthClient legacy ${id}`,
    says: ["OAuthClient", "did you mean `iam:OAuthClient`?"],
  },
  {
    name: "the type of Terraform",
    stack: true,
    line: `import google_iam_oauth_client legacy ${id}`,
    says: ["google_iam_oauth_client", "`iam:OAuthClient`"],
  },
  {
    name: "a function for a type",
    stack: true,
    line: "import migrate:getPrivateEndpointConnection legacy x",
    says: ["is a function", "plumb lookup"],
  },
  {
    name: "an id of no form",
    stack: true,
    line: "import iam:OAuthClient legacy legacy-portal",
    says: ["legacy-portal", "projects/{project}/locations/{location}/oauthClients/{oauthClientId}"],
  },
  {
    name: "an object that is not there",
    stack: true,
    line: `import iam:OAuthClient legacy ${id}`,
    says: [id, "does not exist", "plumb unmanaged iam:OAuthClient"],
  },
  {
    name: "a name that no resource can have",
    stack: true,
    line: `import iam:OAuthClient my.legacy ${id}`,
    says: ["my.legacy", "letters, digits, underscores and hyphens"],
  },
  {
    name: "the id is missing",
    stack: true,
    line: "import iam:OAuthClient legacy",
    says: ["needs TYPE and NAME and ID", "--help"],
  },
  {
    name: "a list that is not there",
    line: "import --list fuond.json",
    files: { "found.json": "[]" },
    says: ["fuond.json", "did you mean found.json?"],
  },
  {
    name: "a list that is no JSON",
    stack: true,
    line: "import --list found.json",
    files: { "found.json": '[\n  { "type": "iam:OAuthClient" ▸"name": "legacy" }\n]\n' },
    says: ["comma"],
    never: ["in JSON at position", "Unexpected"],
  },
  {
    name: "an entry of a list without its id",
    stack: true,
    line: "import --list found.json",
    files: { "found.json": '[\n  ▸{ "type": "iam:OAuthClient", "name": "legacy" }\n]\n' },
    says: ["`id` is missing"],
  },
  {
    name: "a key of an entry is misspelt",
    stack: true,
    line: "import --list found.json",
    files: { "found.json": `[\n  { "type": "iam:OAuthClient", "▸nmae": "legacy", "id": "${id}" }\n]\n` },
    says: ["nmae", "did you mean `name`?"],
  },
  {
    name: "a line of a list with too few words",
    stack: true,
    line: "import --list found.txt",
    files: { "found.txt": `iam:OAuthClient one ${id}\n▸iam:OAuthClient legacy\n` },
    says: ["TYPE NAME ID"],
  },
  {
    name: "a list and a type",
    stack: true,
    line: `import iam:OAuthClient legacy ${id} --list found.json`,
    files: { "found.json": "[]" },
    says: ["--list", "TYPE, NAME and ID", "leave"],
  },
  {
    name: "a format that there is not",
    line: `import iam:OAuthClient legacy ${id} --format yml`,
    says: ["--format", "yml", "did you mean yaml?"],
  },
  {
    name: "a provider that is misspelt",
    stack: true,
    line: `import iam:OAuthClient legacy ${id} --provider gogle`,
    says: ["gogle", "did you mean `google`?"],
  },
];
