import type { CredentialBinding, CredentialPlace } from "../../../engine/ports/credential-binding.ts";
import type { SettingsReader } from "../settings-reader.ts";
import { bindingFaults, type ProviderKinds } from "./binding-faults.ts";

/**
 * One credential of the settings; null when something is wrong, which the reader then has. `providers`: by their kinds.
 */
export function readBinding(reader: SettingsReader, providers: ProviderKinds): CredentialBinding | null {
  reader.known(["name", "kind", "origins", "private", "credential", "stacks"]);
  const name = needed("name", reader);
  const kind = needed("kind", reader);
  const isPrivate = reader.value("private") ?? false;
  if (typeof isPrivate !== "boolean") reader.wrongAt("private", "this is neither true nor false");
  const credential = placeIn(reader.below("credential"));
  if (name === null || kind === null || credential === null) return null;
  const binding: CredentialBinding = {
    name,
    kind,
    origins: reader.texts("origins"),
    mayBePrivate: isPrivate === true,
    credential,
    stacks: reader.texts("stacks") ?? ["*"],
  };
  const faults = bindingFaults(binding, providers);
  for (const { member, detail } of faults) reader.wrongAt(member, detail);
  return faults.length > 0 ? null : binding;
}

function needed(name: string, reader: SettingsReader): string | null {
  const text = reader.text(name);
  if (text === null && reader.value(name) === undefined) reader.wrongAt(name, "this is missing");
  return text;
}

function placeIn(reader: SettingsReader | null): CredentialPlace | null {
  if (reader === null) return { kind: "usual" };
  reader.known(["environment", "file", "clientId"]);
  const [variable, path, clientId] = [reader.text("environment"), reader.text("file"), reader.text("clientId")];
  if (variable !== null && path === null) return { kind: "environment", name: variable, clientId };
  if (path !== null && variable === null) return { kind: "file", path, clientId };
  reader.wrongAt("environment", "a credential stands either in an environment variable or in a file: name one of them");
  return null;
}
