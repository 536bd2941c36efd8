import { err, ok, type Result } from "../../../packages/base/result.ts";
import type { OptionSpec, UsageMistake } from "../arguments.ts";
import { type Invocation, optionValue } from "../command.ts";
import { milliseconds } from "../duration-option.ts";

/** What commands take whose run may be long. */
export const withinOption: OptionSpec = {
  name: "within",
  value: "TIME",
  summary: "after so long begin no further call, end in order, and say what is left (30m, 2h)",
};

/** When the command's run begins nothing more, in milliseconds since the epoch; undefined without `--within`. */
export function endsAt(invocation: Invocation): Result<number | undefined, UsageMistake> {
  const text = optionValue(invocation, withinOption.name);
  if (text === undefined) return ok(undefined);
  const withinMs = milliseconds(text);
  return withinMs === undefined
    ? err({ detail: "--within takes a time, for example 30s, 10m or 2h." })
    : ok(invocation.startedAt + withinMs);
}
