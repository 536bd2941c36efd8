import type { Mistake } from "../mistake.ts";
import { commandLine } from "./command-line.ts";
import { config } from "./config.ts";
import { expressions } from "./expressions.ts";
import { files } from "./files.ts";
import { get } from "./get.ts";
import { imports } from "./imports.ts";
import { keys } from "./keys.ts";
import { limits } from "./limits.ts";
import { options } from "./options.ts";
import { programs } from "./programs.ts";
import { providers } from "./providers.ts";
import { references } from "./references.ts";
import { server } from "./server.ts";
import { types } from "./types.ts";
import { yaml } from "./yaml.ts";

/** The whole corpus, by kind. */
export const kinds: Readonly<Record<string, readonly Mistake[]>> = {
  keys,
  types,
  limits,
  references,
  expressions,
  providers,
  yaml,
  options,
  config,
  "command line": commandLine,
  server,
  files,
  import: imports,
  get,
  programs,
};
