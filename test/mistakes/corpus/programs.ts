import type { Mistake } from "../mistake.ts";

const typescript = (text: string) => ({ bare: true, line: "check -f plumb.ts", files: { "plumb.ts": text } }) as const;
const python = (text: string) => ({ bare: true, line: "check -f plumb.py", files: { "plumb.py": text } }) as const;

const pythonHead = `import plumbline_sdk as plumb
from plumbline_sdk import google, iam

plumb.project("portal")
google.Provider("google", project="acme-prod")
`;
const pythonClient = (name: string, more = "") => `iam.OAuthClient(
    "${name}",
    oauth_client_id="web-${name}",
    location="global",
    allowed_grant_types=["AUTHORIZATION_CODE_GRANT"],
    allowed_redirect_uris=["https://portal.example/callback"],
    allowed_scopes=["https://www.googleapis.com/auth/cloud-platform"],
${more})
`;
const head = `import { google, iam, project } from "plumbline-sdk";

project("portal");
new google.Provider("google", { project: "acme-prod" });
const common = {
  location: "global",
  allowedGrantTypes: ["AUTHORIZATION_CODE_GRANT"],
  allowedRedirectUris: ["https://portal.example/callback"],
  allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"],
};
`;

/** Programs that can't be run, fail, or declare what is wrong. */
export const programs: readonly Mistake[] = [
  {
    name: "TypeScript that can't be parsed",
    ...typescript(`${head}const x = ▸;\n`),
    says: ["can't be parsed", "plumb.ts"],
    never: ["ERR_INVALID_TYPESCRIPT_SYNTAX"],
  },
  {
    name: "an exception in TypeScript",
    ...typescript(`${head}throw ▸new Error("no region for you");\n`),
    says: ["no region for you", "program"],
  },
  {
    name: "a module that is not there",
    ...typescript(`▸import { size } from "./sizes.ts";\n${head}console.log(size);\n`),
    says: ["./sizes.ts", "there is no"],
    never: ["ERR_MODULE_NOT_FOUND"],
  },
  {
    name: "a field is misspelt in TypeScript",
    ...typescript(`${head}new iam.OAuthClient("portal", { ...common, ▸oauthClientID: "web-portal" });\n`),
    says: ["oauthClientID", "did you mean `oauthClientId`?"],
    never: ["is required"],
  },
  {
    name: "a name twice in TypeScript",
    ...typescript(
      `${head}new iam.OAuthClient("portal", { ...common, oauthClientId: "web-one" });\n` +
        '▸new iam.OAuthClient("portal", { ...common, oauthClientId: "web-two" });\n',
    ),
    says: ["portal", "already"],
  },
  {
    name: "an exception in Python",
    ...python(`${pythonHead}▸raise ValueError("no region for you")\n`),
    says: ["ValueError", "no region for you"],
    never: ["Traceback"],
  },
  {
    name: "Python that can't be parsed",
    ...python(`${pythonHead}iam.OAuthClient▸(\n`),
    says: ["SyntaxError"],
    never: ["Traceback"],
  },
  {
    name: "an argument is misspelt in Python",
    ...python(`${pythonHead}${pythonClient("portal", '    ▸display_nam="Portal",\n')}`),
    says: ["display_nam", "did you mean `display_name`?"],
    never: ["Traceback", "__init__"],
  },
  {
    name: "an argument in camel case in Python",
    ...python(`${pythonHead}${pythonClient("portal", '    ▸displayName="Portal",\n')}`),
    says: ["displayName", "called `display_name`"],
    never: ["Traceback", "__init__"],
  },
  {
    name: "a name twice in Python",
    ...python(`${pythonHead}${pythonClient("portal")}▸${pythonClient("portal")}`),
    says: ["portal", "already"],
    never: ["Traceback"],
  },
  {
    name: "a limit is broken in Python",
    ...python(`${pythonHead}${pythonClient("portal", `    ▸display_name="${"a".repeat(40)}",\n`)}`),
    says: ["at most 32", "40"],
  },
  {
    name: "a Python module that is not installed",
    ...python(`▸import numpi_like\n${pythonHead}`),
    says: ["numpi_like", "pip install"],
    never: ["Traceback"],
  },
  {
    name: "a program that declares nothing",
    bare: true,
    line: "plan -f plumb.py",
    files: { "plumb.py": 'import plumbline_sdk as plumb\n\nplumb.project("portal")\n' },
    says: ["declares no resource", "Call it"],
  },
  {
    name: "a variable that there is not, in TypeScript",
    ...typescript(`${head}console.log(▸regoin);\n`),
    says: ["regoin", "not defined"],
  },
  {
    name: "a name that the SDK does not export, in TypeScript",
    ...typescript(`import { ▸iamm } from "plumbline-sdk";\n${head}console.log(iamm);\n`),
    says: ["iamm", "exports no value"],
  },
  {
    name: "a type that there is not, in TypeScript",
    ...typescript(`${head}▸new iam.OauthClient("portal", {});\n`),
    says: ["OauthClient", "constructor"],
  },
  {
    name: "an option is misspelt in TypeScript",
    ...typescript(
      `${head}new iam.OAuthClient("portal", { ...common, oauthClientId: "web-portal" }, { ▸protct: true });\n`,
    ),
    says: ["protct", "there are", "protect"],
  },
  {
    name: "a rejected promise in TypeScript",
    ...typescript(`${head}await Promise.reject(▸new Error("no answer"));\n`),
    says: ["no answer"],
  },
  {
    name: "a value of the wrong type in TypeScript",
    ...typescript(
      `${head}new iam.OAuthClient("portal", { ...common, oauthClientId: "web-portal", ▸disabled: "no" as never });\n`,
    ),
    says: ["true or false", "write false"],
  },
  {
    name: "a variable that there is not, in Python",
    ...python(`${pythonHead}print(▸regoin)\n`),
    says: ["NameError", "regoin"],
    never: ["Traceback"],
  },
  {
    name: "a name that the SDK does not export, in Python",
    ...python(`▸from plumbline_sdk import iamm\n${pythonHead}`),
    says: ["iamm", "did you mean"],
    never: ["Traceback"],
  },
  {
    name: "a type that there is not, in Python",
    ...python(`${pythonHead}▸iam.OauthClient("portal")\n`),
    says: ["OauthClient", "did you mean"],
    never: ["Traceback"],
  },
  {
    name: "an indentation that does not fit, in Python",
    ...python(`${pythonHead}if True:\n▸print(1)\n`),
    says: ["IndentationError"],
    never: ["Traceback"],
  },
  {
    name: "a key that a dictionary lacks, in Python",
    ...python(`${pythonHead}sizes = {}\nprint(▸sizes["prod"])\n`),
    says: ["KeyError", "prod"],
    never: ["Traceback"],
  },
  {
    name: "an argument is missing in Python",
    ...python(`${pythonHead}▸iam.OAuthClient("portal", location="global")\n`),
    says: ["`oauth_client_id` is required"],
    never: ["Traceback", "__init__"],
  },
  {
    name: "a file that Python can't open",
    ...python(`${pythonHead}▸open("sizes.json")\n`),
    says: ["FileNotFoundError", "sizes.json"],
    never: ["Traceback"],
  },
  {
    name: "a program that ends itself",
    ...python(`import sys\n${pythonHead}sys.exit(3)\n`),
    says: ["plumb.py", "with 3"],
    never: ["pip install"],
  },
];
