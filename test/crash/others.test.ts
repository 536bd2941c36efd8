import { crashCases } from "./cases.ts";
import { killPoints } from "./kill-points.ts";

const elsewhere = ["OAuth client", "OAuth client credential", "endpoint attachment", "stack"];
await killPoints(
  "Azure, shares and settings, killed at every boundary",
  crashCases().filter(({ resource }) => !elsewhere.includes(resource)),
);
