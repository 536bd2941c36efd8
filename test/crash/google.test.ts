import { crashCases } from "./cases.ts";
import { killPoints } from "./kill-points.ts";

const resources = ["OAuth client", "OAuth client credential", "endpoint attachment"];
await killPoints(
  "Google, killed at every boundary",
  crashCases().filter(({ resource }) => resources.includes(resource)),
);
