import { pointerSegments } from "../../base/pointer.ts";
import { problem } from "../../base/problem.ts";
import { secretPlaces } from "../../definitions/schema/secret-values.ts";
import type { RemovalStep } from "../plan/plan.ts";
import type { RecordEffect } from "../state/journal.ts";
import type { RunContext } from "./run-context.ts";
import { sendChange } from "./send-change.ts";
import { StepFailed } from "./step-failed.ts";

/** Ends our care for an object: deletes it, restores what was before us, or only forgets it. The record is gone afterwards. */
export async function performRemoval(step: RemovalStep, context: RunContext): Promise<void> {
  const { ref, kind, config } = step.provider;
  const claim = context.claimKeyOf(step.type, step.provider.cloudId, step.identity.claim);
  const effects: readonly RecordEffect[] = [
    { kind: "remove", uid: step.uid, generation: step.generation, claimKey: claim },
  ];
  if (step.how === "forget") {
    await context.journal(
      [
        ...context.settledIntents(step.uid, claim),
        {
          kind: "result",
          run: context.input.run,
          step: step.id,
          intentSeq: null,
          outcome: "done",
          detail: "",
          effects,
        },
      ],
      (detail) => new StepFailed(problem("claimed-twice", detail, { address: step.address })),
    );
    return;
  }
  const sent = await sendChange(
    step,
    {
      operation: step.how === "restore" ? "update" : "delete",
      claim: step.identity.claim,
      target: {
        type: step.type,
        apiVersion: step.apiVersion,
        provider: { ref, kind, config },
        id: step.identity.id,
        variables: step.identity.variables,
        secret: secretPlaces(step.prior?.outputs),
      },
      inputs: step.restore ?? {},
      fields: [...new Set(step.fields.map((field) => pointerSegments(field.path)[0] ?? ""))],
      prior:
        step.prior === null
          ? null
          : { outputs: step.prior.outputs, version: step.prior.version, deleted: false, displaces: [] },
      condition: step.prior?.version ?? null,
    },
    context,
  );
  await sent.close(effects);
}
