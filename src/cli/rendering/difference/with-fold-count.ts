import type { Screen } from "../../terminal.ts";
import { counted } from "../text.ts";

/**
 * What is rendered, and the line that closes it: how many values are folded, and what shows them whole (decision 0132).
 */
export function withFoldCount<T>(screen: Screen, render: (screen: Screen) => T): readonly [T, readonly string[]] {
  let folded = 0;
  const onFold = () => {
    folded += 1;
  };
  const rendered = render({ ...screen, onFold });
  if (folded === 0) return [rendered, []];
  const are = folded === 1 ? "is" : "are";
  return [rendered, [screen.paint("dim", `${counted(folded, "value")} ${are} folded; --full shows all of it.`)]];
}
