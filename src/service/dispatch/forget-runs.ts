import type { Deployment } from "../deployment.ts";
import { RegisterRunBook } from "./register-run-book.ts";

/** Forgets what is kept of a stack's runs and of looks at it. */
export async function forgetRuns(stack: string, { register }: Deployment): Promise<void> {
  const prefix = `${stack}/`;
  await new RegisterRunBook(() => register).forget(stack);
  await register.remove("drift-schedule", stack);
  await register.remove("drift", stack);
  for (;;) {
    const looks = await register.list("drift", { prefix, limit: 500 });
    for (const { key } of looks) await register.remove("drift", key);
    if (looks.length < 500) return;
  }
}
