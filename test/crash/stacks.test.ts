import { crashCases } from "./cases.ts";
import { killPoints } from "./kill-points.ts";

await killPoints(
  "stacks, killed at every boundary",
  crashCases().filter(({ resource }) => resource === "stack"),
);
