import { setFlagsFromString } from "node:v8";

/**
 * Sets V8 for a process that does one thing and ends; V8 reads these at each collection and compilation. The costliest
 * compiler repays itself only in longer lives: with it a plan of 1 000 takes 1.25 times the CPU, and an up of them 1.17
 * times. Without the flags of the heap a plan of 3 000 takes 172 MB instead of 117 (decision 0099).
 */
export function tuneForOneCommand(): void {
  const flags = ["--no-turbofan", "--semi-space-growth-factor=1", "--heap-growing-percent=70"];
  for (const flag of flags) setFlagsFromString(flag);
}
