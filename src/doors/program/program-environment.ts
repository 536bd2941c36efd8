export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables of plumb's own and of the vendors' tools: whatever has such a name is withheld unless it is a setting. */
const guarded = /^(PLUMB|GOOGLE|GCLOUD|CLOUDSDK|ARM|AZURE|MSI|IDENTITY|DATABRICKS|AWS)_/;

/** What of those says where, and not as whom: a program may give it to its providers. */
const settings: ReadonlySet<string> = new Set([
  ...["GOOGLE_PROJECT", "GOOGLE_REGION", "GOOGLE_ZONE", "GOOGLE_CLOUD_PROJECT", "GOOGLE_CLOUD_QUOTA_PROJECT"],
  ...["GCLOUD_PROJECT", "CLOUDSDK_CORE_PROJECT", "ARM_SUBSCRIPTION_ID", "AZURE_SUBSCRIPTION_ID"],
  ...["DATABRICKS_HOST", "DATABRICKS_ACCOUNT_ID", "AWS_REGION", "AWS_DEFAULT_REGION"],
]);

/** Secrets that commonly stand in an environment, of the database, of pipelines and of registries. */
const wellKnown: ReadonlySet<string> = new Set([
  ...["PGPASSWORD", "PGPASSFILE", "VAULT_TOKEN"],
  ...["GITHUB_TOKEN", "GH_TOKEN", "ACTIONS_ID_TOKEN_REQUEST_TOKEN", "ACTIONS_ID_TOKEN_REQUEST_URL"],
  ...["ACTIONS_RUNTIME_TOKEN", "GITLAB_TOKEN", "CI_JOB_TOKEN", "CI_JOB_JWT", "CI_JOB_JWT_V2", "CI_REGISTRY_PASSWORD"],
  ...["SYSTEM_ACCESSTOKEN", "SYSTEM_OIDCREQUESTURI", "NPM_TOKEN", "NODE_AUTH_TOKEN", "TWINE_PASSWORD"],
]);

/**
 * The environment of a program: ours without what plumb, its store and its drivers take credentials from, and without well-known
 * secrets, but with what `asked` names. Config values (`PLUMB_CONFIG_...`) stay: a program reads those of the keys it declares.
 */
export function programEnvironment(environment: Environment, asked: readonly string[]): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => asked.includes(name) || !isWithheld(name)));
}

function isWithheld(name: string): boolean {
  if (name.startsWith("PLUMB_CONFIG_") || settings.has(name)) return false;
  return guarded.test(name) || wellKnown.has(name);
}
