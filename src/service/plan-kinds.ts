import type { DeclarationText, PlanView } from "../doors/api/documents.ts";
import type { Deployment } from "./deployment.ts";
import type { ImportEntry } from "./import-objects.ts";
import { planStack } from "./make-plans.ts";
import { planImport } from "./plan-import.ts";
import { planRefresh } from "./plan-refresh.ts";
import { planUndo } from "./undo.ts";

/** What a plan is asked for. `declaration` null: the one that is kept for the stack. */
export type PlanKindRequest =
  | {
      readonly kind: "apply";
      readonly stack: string;
      readonly declaration: DeclarationText | null;
      /** False believes the last observations of managed objects. */
      readonly refresh: boolean;
      /** Config keys whose values are to be missing, though the last run had them. */
      readonly withoutConfig?: readonly string[];
      /** The stack may be one that the run makes. */
      readonly newStack?: boolean;
    }
  | {
      readonly kind: "destroy";
      readonly stack: string;
      /** Only its project counts. */
      readonly declaration: DeclarationText | null;
      readonly refresh: boolean;
    }
  | { readonly kind: "refresh"; readonly stack: string }
  | {
      readonly kind: "import";
      readonly stack: string;
      readonly entries: readonly ImportEntry[];
      readonly declaration: DeclarationText | null;
    }
  | {
      readonly kind: "undo";
      readonly stack: string;
      /** The run to take back. */
      readonly run: string;
    };

/** Makes a plan of any kind and keeps it under its digest; a run carries it out. Changes nothing but what is kept. */
export function planOfKind(request: PlanKindRequest, deployment: Deployment): Promise<PlanView> {
  switch (request.kind) {
    case "apply":
      return planStack(request, deployment);
    case "destroy":
      return planStack(request, deployment);
    case "refresh":
      return planRefresh(request.stack, deployment);
    case "import":
      return planImport(request, deployment);
    case "undo":
      return planUndo(request.stack, request.run, deployment);
  }
}
