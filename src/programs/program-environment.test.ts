import { expect, test } from "vitest";
import { programEnvironment } from "./program-environment.ts";

/** Names under which people keep secrets, of which no list is complete. */
const secrets = [
  ...["PLUMB_TOKEN", "PLUMB_STORE", "ARM_ACCESS_TOKEN", "DATABRICKS_CLIENT_SECRET", "google_oauth_access_token"],
  ...["PGPASSWORD", "DATABASE_URL", "MYSQL_PWD", "REDIS_URL", "VAULT_SECRET_ID", "GITHUB_TOKEN", "BITBUCKET_TOKEN"],
  ...["NPM_CONFIG__AUTH", "npm_config__authToken", "PIP_INDEX_URL", "TF_TOKEN_app", "OPENAI_API_KEY", "SECRET_KEY"],
  ...["SSH_AUTH_SOCK", "KUBECONFIG", "HTTPS_PROXY", "PYTHON_PASSWORD", "PYTHON_KEYRING_BACKEND", "LC_TOKEN", "MY_OWN"],
];

test("a program gets no variable that may hold a secret, whatever its name, unless it is asked for", () => {
  const environment = Object.fromEntries(secrets.map((name) => [name, "canary"]));
  expect(programEnvironment(environment, [])).toEqual({});
  expect(programEnvironment(environment, ["MY_OWN"])).toEqual({ MY_OWN: "canary" });
});

test("a program gets what it takes to run, the names of places, and config values", () => {
  const environment = {
    ...{ PATH: "/usr/bin", HOME: "/home/me", LANG: "C", LC_ALL: "C.UTF-8", TZ: "UTC", TMPDIR: "/tmp", CI: "true" },
    ...{ NODE_OPTIONS: "--trace-warnings", PYTHONPATH: "/lib", VIRTUAL_ENV: "/venv", PYENV_ROOT: "/pyenv" },
    ...{
      PLUMB_CONFIG_size: "large",
      GOOGLE_PROJECT: "acme",
      ARM_SUBSCRIPTION_ID: "1111",
      DATABRICKS_HOST: "https://h",
    },
  };
  expect(programEnvironment(environment, [])).toEqual(environment);
});

test("an address goes along without the user and the password in it", () => {
  const host = (address: string) => programEnvironment({ DATABRICKS_HOST: address }, [])["DATABRICKS_HOST"];
  expect(host("https://user:pass@host/path")).toBe("https://host/path");
  expect(host("https://us@er:pa@ss@host")).toBe("https://host");
  expect(host("user:pass@host")).toBe("host");
  expect(host("https://host/a@b")).toBe("https://host/a@b");
  expect(programEnvironment({ DATABRICKS_HOST: "https://u:p@h" }, ["DATABRICKS_HOST"])).toEqual({
    DATABRICKS_HOST: "https://u:p@h",
  });
});
