import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { measureProgram } from "./measured-process.ts";
import { terraformConfiguration } from "./reference-stack.ts";
import type { Series } from "./series.ts";

export interface Terraform {
  readonly command: string;
  readonly version: string;
}

/** Terraform or OpenTofu, if one of them is on the path of a Linux machine. */
export function findTerraform(): Terraform | null {
  if (process.platform !== "linux") return null;
  for (const command of ["terraform", "tofu"]) {
    const asked = spawnSync(command, ["version"], { encoding: "utf8" });
    const [version] = asked.status === 0 ? asked.stdout.split("\n") : [];
    if (version !== undefined) return { command, version };
  }
  return null;
}

const plan = ["plan", "-input=false", "-no-color"];
const apply = ["apply", "-input=false", "-no-color", "-auto-approve"];
const commands = [
  { work: "first up", isChanged: false, args: apply },
  { work: "no-op plan", isChanged: false, args: plan },
  { work: "change-one plan", isChanged: true, args: plan },
  { work: "change-one up", isChanged: true, args: apply },
  { work: "destroy", isChanged: true, args: ["destroy", "-input=false", "-no-color", "-auto-approve"] },
] as const;

/** The reference graph as `terraform_data`, which calls nobody: once through its life, as far as the time allows. */
export function measureTerraform(
  { command }: Terraform,
  count: number,
  parent: string,
  timeoutMs: number,
): readonly Series[] {
  const folder = mkdtempSync(join(parent, "terraform-"));
  const quiet = { CHECKPOINT_DISABLE: "1", TF_IN_AUTOMATION: "1" };
  const measured: Series[] = [];
  try {
    for (const { work, isChanged, args } of commands) {
      writeFileSync(join(folder, "main.tf"), terraformConfiguration(count, isChanged));
      if (measured.length === 0) measureProgram(command, ["init", "-input=false"], folder, quiet, timeoutMs);
      measured.push({ work, count, runs: [measureProgram(command, args, folder, quiet, timeoutMs)] });
    }
  } catch (cause) {
    if (!(cause instanceof Error) || (cause as NodeJS.ErrnoException).code !== "ETIMEDOUT") throw cause;
  } finally {
    rmSync(folder, { recursive: true });
  }
  return measured;
}
