import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { placeOnDisk } from "../../../test/properties/temporary-place.ts";
import { withDatabricksProfile } from "./databricks-profile.ts";

const text = `# made by hand
[DEFAULT]
host = https://default.cloud.databricks.com
token = of the default

; another
[prod]
host: adb-1.2.azuredatabricks.net/
client_id     = c
client_secret = "s = ;#"
auth_type     = oauth-m2m
workspace_id  = 42
cluster_id    = ignored

[entra]
host=https://adb-1.2.azuredatabricks.net
azure_client_id=c
azure_client_secret=s
azure_tenant_id=t
`;

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(placeOnDisk, "plumb-profile-"));
  writeFileSync(join(home, ".databrickscfg"), text, { mode: 0o600 });
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const withProfile = (environment: Readonly<Record<string, string>>) =>
  withDatabricksProfile(environment, home).environment;

describe("a profile of .databrickscfg", () => {
  test("is read only where the environment asks for one", () => {
    const environment = { DATABRICKS_TOKEN: "t" };
    expect(withProfile(environment)).toBe(environment);
  });

  test("stands for the variables that are not set", () => {
    expect(withProfile({ DATABRICKS_CONFIG_PROFILE: "prod", OTHER: "o" })).toEqual({
      DATABRICKS_CONFIG_PROFILE: "prod",
      OTHER: "o",
      DATABRICKS_HOST: "https://adb-1.2.azuredatabricks.net",
      DATABRICKS_CLIENT_ID: "c",
      DATABRICKS_CLIENT_SECRET: "s = ;#",
      DATABRICKS_AUTH_TYPE: "oauth-m2m",
      DATABRICKS_WORKSPACE_ID: "42",
    });
    expect(withProfile({ DATABRICKS_CONFIG_PROFILE: "entra" })).toMatchObject({
      ARM_CLIENT_ID: "c",
      ARM_CLIENT_SECRET: "s",
      ARM_TENANT_ID: "t",
    });
  });

  test("is DEFAULT of the file that is named, below the home folder where it begins with ~", () => {
    for (const file of [join(home, ".databrickscfg"), "~/.databrickscfg"])
      expect(withProfile({ DATABRICKS_CONFIG_FILE: file })).toMatchObject({
        DATABRICKS_HOST: "https://default.cloud.databricks.com",
        DATABRICKS_TOKEN: "of the default",
      });
  });

  test("gives no part of a credential to an environment that has one of its own", () => {
    const environment = { DATABRICKS_CONFIG_PROFILE: "prod", DATABRICKS_TOKEN: "t" };
    expect(withProfile(environment)).toEqual({
      ...environment,
      DATABRICKS_HOST: "https://adb-1.2.azuredatabricks.net",
      DATABRICKS_WORKSPACE_ID: "42",
    });
  });

  test("nor half of one of Entra's", () => {
    const environment = { DATABRICKS_CONFIG_PROFILE: "entra", ARM_CLIENT_ID: "another" };
    expect(withProfile(environment)).toEqual({
      ...environment,
      DATABRICKS_HOST: "https://adb-1.2.azuredatabricks.net",
    });
  });

  test("gives its credential to no other host than its own", () => {
    const other = { DATABRICKS_CONFIG_PROFILE: "prod", DATABRICKS_HOST: "https://other.cloud.databricks.com" };
    expect(() => withProfile(other)).toThrow(/https:\/\/other\.cloud\.databricks\.com/);
    const same = { DATABRICKS_CONFIG_PROFILE: "prod", DATABRICKS_HOST: "https://adb-1.2.azuredatabricks.net" };
    expect(withProfile(same)).toMatchObject({ DATABRICKS_CLIENT_ID: "c" });
  });

  test("that is not there, and a file that is not, are told", () => {
    expect(() => withProfile({ DATABRICKS_CONFIG_PROFILE: "none" })).toThrow(
      expect.objectContaining({ code: "invalid-environment", message: expect.stringContaining("`none`") }),
    );
    expect(() => withProfile({ DATABRICKS_CONFIG_FILE: join(home, "none") })).toThrow(
      expect.objectContaining({ code: "invalid-environment", message: expect.stringContaining(join(home, "none")) }),
    );
  });

  test("is not taken from a file that others may read or write", () => {
    for (const mode of [0o644, 0o620]) {
      chmodSync(join(home, ".databrickscfg"), mode);
      expect(() => withProfile({ DATABRICKS_CONFIG_PROFILE: "prod" })).toThrow(
        expect.objectContaining({ code: "invalid-environment", message: expect.stringMatching(/others/) }),
      );
    }
  });

  test("says what it stands for, and what it was passed over for", () => {
    const use = (environment: Readonly<Record<string, string>>) => withDatabricksProfile(environment, home).profile;
    expect(use({})).toBeNull();
    expect(use({ DATABRICKS_CONFIG_PROFILE: "prod" })).toMatchObject({
      name: "prod",
      gives: expect.arrayContaining(["DATABRICKS_CLIENT_ID"]),
      passedOverFor: null,
    });
    expect(use({ DATABRICKS_CONFIG_PROFILE: "prod", DATABRICKS_CLIENT_ID: "lone" })).toMatchObject({
      passedOverFor: "DATABRICKS_CLIENT_ID",
    });
  });

  test("is a mistake of who names it, where it can't be used", () => {
    const code = { code: "invalid-environment" };
    expect(() => withProfile({ DATABRICKS_CONFIG_PROFILE: "none" })).toThrow(expect.objectContaining(code));
    chmodSync(join(home, ".databrickscfg"), 0o644);
    expect(() => withProfile({ DATABRICKS_CONFIG_PROFILE: "prod" })).toThrow(expect.objectContaining(code));
  });
});
