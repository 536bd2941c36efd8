import { expect, test } from "vitest";
import { problem } from "../../../packages/base/problems/problem.ts";
import { ProgramSource } from "./program-source.ts";

const text = `import plumbline_sdk as plumb

client = iam.OAuthClient(
    "portal",
    oauth_client_id="x",
    labels={"a": 1, "displayName": 2},
    display_name="long",
    opts=plumb.ResourceOptions(ignore_changes=["x"]),
)
iam.OAuthClient("other", display_name="b")
`;

const source = new ProgramSource(
  { files: ["/elsewhere/plumb.py"], at: { "/resources/portal": [0, 3, 10], "/resources/a~1b": [0, 10, 1] } },
  [text],
);

/** The text at the place of a problem. */
function tokenOf(pointer: string): string | undefined {
  const { span } = source.locate(problem("wrong-type", "", { pointer, fix: "y" }));
  if (span === undefined) return undefined;
  return `${span.line}: ${text.split("\n")[span.line - 1]?.slice(span.column - 1, span.endColumn - 1)}`;
}

test.each([
  ["/resources/portal", "3: iam.OAuthClient"],
  ["/resources/portal/properties", "3: iam.OAuthClient"],
  ["/resources/portal/properties/oauthClientId", "5: oauth_client_id"],
  ["/resources/portal/properties/labels/a", "6: a"],
  ["/resources/portal/options/ignoreChanges/0", "8: ignore_changes"],
  ["/resources/portal/properties/nowhere/deeper", "3: iam.OAuthClient"],
  ["/resources/a~1b/properties/displayName", "10: display_name"],
])("%s stands at %s", (pointer, token) => {
  expect(tokenOf(pointer)).toBe(token);
});

test("what no place is known for has none, and fixes for YAML are left out", () => {
  expect(tokenOf("/outputs/x")).toBeUndefined();
  expect(source.locate(problem("wrong-type", "", { pointer: "/resources/portal", fix: "y" })).fix).toBeUndefined();
});

test("what a loop declared at one line is told by its name", () => {
  const looped = new ProgramSource(
    { files: ["/elsewhere/plumb.py"], at: { "/resources/a-1": [0, 3, 10], "/resources/a-2": [0, 3, 10] } },
    [text],
  );
  const told = (detail: string) =>
    looped.locate(problem("wrong-type", detail, { pointer: "/resources/a-2/properties/displayName" })).detail;
  expect(told("it is too long")).toBe("`a-2`: it is too long");
  expect(told("`a-1` and `a-2` are one")).toBe("`a-1` and `a-2` are one");
});

test("fields are told as programs in Python have them, and names of the program's own as they are", () => {
  const own = new ProgramSource(
    { files: ["/elsewhere/plumb.py"], at: { "/resources/portal": [0, 3, 10], "/resources/myGate": [0, 10, 1] } },
    [text],
  );
  const told = (code: "missing-field" | "expression-type", detail: string) =>
    own.locate(problem(code, detail, { pointer: "/resources/portal/properties/oauthClientId", hint: detail }));
  const sentence =
    '`oauthClientId` of `myGate` needs `myGate.endpointIp` or `properties.agentProperties`: "spnDetails"';
  const snake =
    '`oauth_client_id` of `myGate` needs `myGate.endpoint_ip` or `properties.agent_properties`: "spnDetails"';
  expect(told("missing-field", sentence)).toMatchObject({ detail: snake, hint: snake });
  expect(told("expression-type", sentence)).toMatchObject({ detail: sentence, hint: sentence });
});
