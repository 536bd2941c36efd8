export type Environment = Readonly<Record<string, string | undefined>>;

/** What it takes to run a program: the person, the language, places of files, and the ways of Node and Python. */
const needed: ReadonlySet<string> = new Set([
  ...["PATH", "HOME", "USER", "LOGNAME", "SHELL", "PWD", "TMPDIR", "TMP", "TEMP", "LANG", "LANGUAGE", "TZ", "CI"],
  ...["TERM", "COLORTERM", "NO_COLOR", "FORCE_COLOR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"],
  ...["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SSL_CERT_FILE", "SSL_CERT_DIR"],
  ...["NODE_ENV", "NODE_OPTIONS", "NODE_PATH", "NODE_EXTRA_CA_CERTS", "NODE_NO_WARNINGS", "NODE_COMPILE_CACHE"],
  ...["LC_ALL", "LC_ADDRESS", "LC_COLLATE", "LC_CTYPE", "LC_IDENTIFICATION", "LC_MEASUREMENT", "LC_MESSAGES"],
  ...["LC_MONETARY", "LC_NAME", "LC_NUMERIC", "LC_PAPER", "LC_TELEPHONE", "LC_TIME"],
  ...["PYTHONPATH", "PYTHONHOME", "PYTHONPLATLIBDIR", "PYTHONSAFEPATH", "PYTHONUSERBASE", "PYTHONNOUSERSITE"],
  ...["PYTHONEXECUTABLE", "PYTHONPYCACHEPREFIX", "PYTHONDONTWRITEBYTECODE", "PYTHONOPTIMIZE", "PYTHONHASHSEED"],
  ...["PYTHONUTF8", "PYTHONIOENCODING", "PYTHONCOERCECLOCALE", "PYTHONWARNDEFAULTENCODING", "PYTHONWARNINGS"],
  ...["PYTHONUNBUFFERED", "PYTHONVERBOSE", "PYTHONDEBUG", "PYTHONDEVMODE", "PYTHONFAULTHANDLER", "PYTHONASYNCIODEBUG"],
  ...["PYTHONTRACEMALLOC", "PYTHONMALLOC", "PYTHONPROFILEIMPORTTIME", "PYTHONNODEBUGRANGES", "PYTHONINTMAXSTRDIGITS"],
  ...["PYTHONPERFSUPPORT", "PYTHONCASEOK", "PYTHON_GIL", "PYTHON_JIT", "PYTHON_COLORS", "PYTHON_CPU_COUNT"],
  ...[
    "PYTHON_FROZEN_MODULES",
    "VIRTUAL_ENV",
    "CONDA_PREFIX",
    "PYENV_ROOT",
    "PYENV_VERSION",
    "ASDF_DIR",
    "ASDF_DATA_DIR",
    "VOLTA_HOME",
  ],
]);

/**
 * What says where, and not as whom: a program may give it to its providers. Addresses go along without a user in them.
 */
const settings: ReadonlySet<string> = new Set([
  ...["GOOGLE_PROJECT", "GOOGLE_REGION", "GOOGLE_ZONE", "GOOGLE_CLOUD_PROJECT", "GOOGLE_CLOUD_QUOTA_PROJECT"],
  ...["GCLOUD_PROJECT", "CLOUDSDK_CORE_PROJECT", "ARM_SUBSCRIPTION_ID", "AZURE_SUBSCRIPTION_ID"],
  ...["DATABRICKS_HOST", "DATABRICKS_ACCOUNT_ID", "AWS_REGION", "AWS_DEFAULT_REGION"],
]);

/** Config values: a program reads those of the keys it declares. */
const config = "PLUMB_CONFIG_";

/**
 * The environment of a program: what it takes to run, the names of places, config values, and what `asked` names. The
 * rest stays behind, since no list of the names under which secrets stand is complete.
 */
export function programEnvironment(environment: Environment, asked: readonly string[]): Environment {
  const given: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (asked.includes(name) || needed.has(name) || name.startsWith(config)) given[name] = value;
    else if (settings.has(name)) given[name] = value?.replace(userInAddress, "$1");
  }
  return given;
}

/** The user and the password before a host. */
const userInAddress = /^([a-z][a-z0-9+.-]*:[/][/])?[^/?#]*@/i;
