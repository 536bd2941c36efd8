import { defineConfig } from "vitest/config";

// Named so that the suite of the whole project, which has none of these clients, leaves them alone.
export default defineConfig({
  test: { include: ["**/*.wire.ts"], exclude: ["**/node_modules/**"], pool: "threads", testTimeout: 30_000 },
});
