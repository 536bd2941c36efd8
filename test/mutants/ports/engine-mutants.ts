import type { difference } from "../../../src/engine/difference/difference.ts";
import type { Hunk, TextPart } from "../../../src/engine/difference/hunk.ts";
import type { Mutants } from "../mutant.ts";
import { driftNotReported, identityNotCompared, type Lie, protectIgnored, staleOutputs } from "./deployment-lies.ts";

/** A deployment of which one port lies, as the laws of the engine see it. */
export const deploymentMutants: Mutants<Parameters<Lie>[0]> = {
  mutants: [
    {
      name: "stale outputs: a record goes on with those that it had first",
      suite: "engine",
      killer: "the engine > records what the platform has answered, and gives that out",
      wrap: staleOutputs,
    },
    {
      name: "drift not reported: what we wrote is read as we wrote it",
      suite: "engine",
      killer: "the engine > reports what another hand has changed, and puts it back",
      wrap: driftNotReported,
    },
    {
      name: "`protect` ignored",
      suite: "engine",
      killer: "the engine > removes nothing that is protected, by whatever step",
      wrap: protectIgnored,
    },
    {
      name: "identity not compared: a record is told under the identity that is declared now",
      suite: "engine",
      killer: "the engine > takes an object that its provider names otherwise for another one, and lets the old one go",
      wrap: identityNotCompared,
    },
  ],
  harmless: [],
};

const carriedOut = "difference > the old value with all hunks carried out is the new one, and back";

/** The lines of a text that differ, but for the last that comes. */
function cut(hunk: Hunk): Hunk {
  if (hunk.kind !== "text") return hunk;
  const parts = hunk.parts.map(
    (part): TextPart => (part.kind === "changed" ? { ...part, new: part.new.slice(0, -1) } : part),
  );
  return { ...hunk, parts };
}

/** A difference that does not tell all. */
export const differenceMutants: Mutants<typeof difference> = {
  mutants: [
    {
      name: "difference cut: the last hunk is left out",
      suite: "engine",
      killer: carriedOut,
      wrap:
        (real) =>
        (...given) =>
          real(...given).slice(0, -1),
    },
    {
      name: "difference cut: of a changed text the last line is left out",
      suite: "engine",
      killer: carriedOut,
      wrap:
        (real) =>
        (...given) =>
          real(...given).map(cut),
    },
    {
      name: "difference cut: what is long is not compared",
      suite: "engine",
      killer: carriedOut,
      wrap: (real) => (schema, old, next) =>
        JSON.stringify(next)?.length > 60 && typeof old === typeof next ? [] : real(schema, old, next),
    },
  ],
  harmless: [],
};
