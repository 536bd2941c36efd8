import type { RecordedOptions } from "../../state/records/record.ts";
import type { Planning } from "../planning.ts";

/** What goes from an address, and the options that it was made with. */
interface Leaving {
  readonly address: string;
  readonly type: string;
  readonly options?: Pick<RecordedOptions, "timeouts"> | undefined;
}

/**
 * How long a deletion may take, as a member of its step: what is declared counts before what is recorded; without
 * either, no limit.
 */
export function deletionLimit(
  { address, type, options }: Leaving,
  planning: Planning,
): { readonly timeoutMs?: number } {
  const declared = planning.resourceAt(address);
  const declaredMs = declared?.type === type ? declared.options.timeouts?.delete : undefined;
  const timeoutMs = declaredMs ?? options?.timeouts?.delete;
  return timeoutMs === undefined ? {} : { timeoutMs };
}
