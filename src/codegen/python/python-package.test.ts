import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { version } from "../../../packages/base/version.ts";
import { catalogDocument } from "../../definitions/document/catalog-document.ts";
import { catalog as definitions } from "../../definitions/resources/catalog.ts";
import { pythonPackageFiles } from "./python-package.ts";

const catalog = catalogDocument(definitions);

const files = pythonPackageFiles(catalog);
const words = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.replace(/\s+/g, " ")]));

describe("the generated package", () => {
  test("has a module for each namespace and each kind of provider", () => {
    expect(Object.keys(files)).toEqual([
      "authorization.py",
      "azure.py",
      "compute.py",
      "connectors.py",
      "databricks.py",
      "google.py",
      "iam.py",
      "migrate.py",
      "settings.py",
    ]);
  });

  test.each([
    ["iam.py", "class OAuthClient(CustomResource):"],
    ["iam.py", "resource_name: str, *, allowed_grant_types:"],
    ["iam.py", 'Literal["CLIENT_TYPE_UNSPECIFIED", "PUBLIC_CLIENT", "CONFIDENTIAL_CLIENT"]'],
    ["iam.py", "def state(self) -> Output[Literal["],
    ["iam.py", "def expire_time(self) -> Output[Optional[str]]:"],
    ["authorization.py", "class RoleManagementPolicyExpirationRule(Record):"],
    ["authorization.py", "class UserSetOutput(ObjectOutput[UserSet]):"],
    ["authorization.py", 'rule_type: Literal["RoleManagementPolicyApprovalRule"]'],
    ["migrate.py", "class CollectorBodyAgentSpnPropertiesArgs(Args):"],
    ["migrate.py", "class CollectorBodyAgentSpnPropertiesArgsDict(TypedDict, total=False):"],
    ["migrate.py", "def get_private_endpoint_connection_controller_private_endpoint_connection_output("],
    ["migrate.py", "get_private_endpoint_connection = get_private_endpoint_connection_controller"],
    ["migrate.py", '"e_tag": ("eTag", None)'],
    ["settings.py", '"etag": ("etag", None)'],
    ["compute.py", "class _ConditionArgsDictRequired(TypedDict):"],
    ["google.py", 'class Provider(ProviderResource[Literal["google"]]):'],
  ])("%s holds %s", (path, text) => {
    expect(words[path]).toContain(text);
  });

  test.each([
    ["iam.py", "6 to 63 characters; may hold only lower-case letters, digits and hyphens; must start with a letter"],
    ["iam.py", "must not end with a hyphen; must not start with `cloud-`, which is reserved"],
    ["iam.py", "at most 256 characters"],
    ["iam.py", "at most 32 characters"],
    ["iam.py", "resources of their own: `iam:OAuthClientCredential`"],
    ["iam.py", "class OAuthClientCredential("],
    ["iam.py", "A text, exactly as the platform writes it."],
    ["connectors.py", "Auto-naming is not supported for endpoint attachments: give `endpoint_attachment_id`."],
    ["compute.py", "must be `user:<email>`, `serviceAccount:<email>`, `group:<email>` or `domain:<domain>`"],
    ["settings.py", "`ALLOW_ALL` lets workspace admins make tokens for any service principal"],
    ["settings.py", 'Needs a provider of kind databricks, with level "workspace".'],
    ["migrate.py", "Other versions: 2023-01-01."],
    ["authorization.py", "found on the platform by scope and role_definition_id"],
    ["authorization.py", "two GUIDs joined by an underscore"],
  ])("docstrings of %s say: %s", (path, text) => {
    expect(words[path]).toContain(text);
  });

  test("fields are spelled as Python spells them in every docstring", () => {
    for (const text of Object.values(files)) expect(text).not.toMatch(/`(?:[a-z]+[A-Z]\w*)`(?! provider)/);
  });

  test("holds every rule about every field of every resource", () => {
    const replacing = Object.values(catalog.resources).flatMap(({ inputs }) =>
      Object.values(inputs).filter(({ replace }) => replace === true),
    );
    const told = Object.values(words).join("").split("A change replaces the object.").length - 1;
    expect(told).toBeGreaterThanOrEqual(replacing.length);
  });
});

test("the package has the version of all that is built here", () => {
  const project = readFileSync(new URL("../../../sdk/python/pyproject.toml", import.meta.url), "utf8");
  expect(project).toContain(`version = "${version}"`);
});
