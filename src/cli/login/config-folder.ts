import { join } from "node:path";

/** Where the user's own settings for this command are; undefined when the environment tells of no home. */
export function configFolder(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const { XDG_CONFIG_HOME: config, APPDATA: appData, HOME: home, USERPROFILE: profile } = environment;
  const base = given(config) ?? given(appData);
  if (base !== undefined) return join(base, "plumb");
  const own = given(home) ?? given(profile);
  return own === undefined ? undefined : join(own, ".config", "plumb");
}

function given(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}
