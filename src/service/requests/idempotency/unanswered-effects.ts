import type { Deployment } from "../../use-cases/deployment.ts";
import { documentLineage } from "../../use-cases/stacks/document-lineage.ts";
import { keyCollection, markCodec } from "./key-mark.ts";

const pageLength = 500;

/**
 * Effects of requests about a stack that have no answer yet: whoever sends one again under its key finds by its effect
 * what it has done. Those that are about no stack, or about one that is not known, are among them.
 */
export async function unansweredEffects(
  stack: string,
  deployment: Pick<Deployment, "documentStore" | "store" | "movesFinished">,
): Promise<ReadonlySet<string>> {
  const own = await documentLineage(stack, deployment);
  const effects = new Set<string>();
  for (let after = ""; ; ) {
    const page = await deployment.documentStore.list(keyCollection, { after, limit: pageLength });
    for (const { document } of page) {
      const { effect, lineage = "", answer } = markCodec.read(document);
      if (answer === null && (lineage === "" || lineage === own)) effects.add(effect);
    }
    const last = page.at(-1);
    if (last === undefined || page.length < pageLength) return effects;
    after = last.key;
  }
}
