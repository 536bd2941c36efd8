import { digest, textDigest } from "../../../../packages/base/digest.ts";
import { jsonOf } from "../../../../packages/base/json/plain.ts";
import type { Problem } from "../../../../packages/base/problems/problem.ts";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import type { Catalog } from "../../../definitions/schema/definition.ts";
import type { ProviderSurroundings } from "../../../engine/check/check-providers.ts";
import type { CheckedDeclaration } from "../../../engine/check/checked-declaration.ts";
import { definitionsDigest } from "../plans/definitions-digest.ts";

/** Keeps texts between processes, as long as it likes: whatever it returns is what was written under that key. */
export interface Memo {
  read(key: string): string | null;
  write(key: string, text: string): void;
}

/** What a check goes by beside the text. */
interface Surroundings {
  readonly catalog: Catalog;
  readonly surroundings: ProviderSurroundings;
}

/** The result of reading and checking a declaration. */
export interface CheckedOnce {
  readonly checked: CheckedDeclaration;
  /** Advice only. */
  readonly problems: readonly Problem[];
  readonly needsCel: boolean;
}

interface Entry extends CheckedOnce {
  /** The environment variables that were looked at, and the digests of their values; null for one that was not set. */
  readonly environment: { readonly [variable: string]: string | null };
}

/**
 * Remembers the result of a check, so that an unchanged declaration is not read and checked again. The key
 * says all that the check goes by, but for the environment: the variables it looked at are compared when the cache is
 * read. Declarations with secrets are not remembered (decision 0018). Without it a no-op plan of 1 000 takes 1.29 times
 * the CPU (decision 0099).
 */
export class CheckCache {
  readonly #memo: Memo;
  readonly #build: string;

  /** `build` names the code that checks: what other code made of a text does not count. */
  constructor(memo: Memo, build: string) {
    this.#memo = memo;
    this.#build = build;
  }

  key(
    { file, text, config, sealed = {}, configAt = {} }: DeclarationText,
    { catalog, surroundings }: Surroundings,
  ): string {
    // What is no text in UTF-8 would lose what tells it from others.
    const content = text.isWellFormed() ? textDigest(text) : text;
    const basis = [
      this.#build,
      definitionsDigest(catalog),
      surroundings.defaults,
      file,
      content,
      config,
      Object.keys(sealed),
      configAt,
    ];
    return digest(jsonOf(basis)).replace("sha256:", "");
  }

  recall(key: string, { surroundings }: Surroundings): CheckedOnce | null {
    const text = this.#memo.read(key);
    if (text === null) return null;
    const { environment, ...once } = JSON.parse(text) as Entry;
    const isSame = Object.entries(environment).every(
      ([variable, value]) => value === valueDigest(surroundings.environment[variable]),
    );
    return isSame ? once : null;
  }

  /** `lookedAt`: the environment variables that the check asked for. */
  remember(key: string, once: CheckedOnce, lookedAt: ReadonlySet<string>, { surroundings }: Surroundings): void {
    const environment = Object.fromEntries(
      [...lookedAt].map((variable) => [variable, valueDigest(surroundings.environment[variable])]),
    );
    const entry: Entry = { environment, ...once };
    const text = JSON.stringify(entry);
    if (!text.includes('"$secret"')) this.#memo.write(key, text);
  }
}

function valueDigest(value: string | undefined): string | null {
  return value === undefined ? null : digest(value);
}

/** The same environment, which notes what it is asked for. */
export function observedEnvironment(environment: Readonly<Record<string, string | undefined>>): {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly lookedAt: ReadonlySet<string>;
} {
  const lookedAt = new Set<string>();
  const observed = new Proxy(environment, {
    get: (target, variable) => {
      if (typeof variable !== "string") return undefined;
      lookedAt.add(variable);
      return target[variable];
    },
  });
  return { environment: observed, lookedAt };
}
