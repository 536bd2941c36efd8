import type { Secrets } from "../engine/ports/secrets.ts";
import type { KnownSecrets } from "./known-secrets.ts";

/** The same secrets; whatever passes them in the clear is added to `texts`. */
export function rememberedSecrets(secrets: Secrets, texts: KnownSecrets): Secrets {
  return {
    seal: (value, parts) => {
      texts.remember(value);
      return secrets.seal(value, parts);
    },
    known: async (value) => {
      const marker = await secrets.known(value);
      if (marker !== null) texts.remember(value);
      return marker;
    },
    open: async (marker) => {
      const plain = await secrets.open(marker, (part) => texts.remember(part));
      texts.remember(plain);
      return plain;
    },
  };
}
