import { execFileSync } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { localTime } from "./local-time.ts";

const module = fileURLToPath(new URL("local-time.ts", import.meta.url));

describe("a moment as people read it", () => {
  test("where they are, with the distance from UTC", () => {
    const zones = ["UTC", "Europe/Zurich", "America/St_Johns", "Asia/Kolkata"];
    const script = `const { localTime } = await import(${JSON.stringify(module)});
      console.log(localTime("2026-11-29T20:34:50.894Z"))`;
    const shown = zones.map((TZ) =>
      execFileSync(process.execPath, ["--input-type=module", "-e", script], {
        env: { ...process.env, TZ },
        encoding: "utf8",
      }).trim(),
    );
    expect(shown).toEqual([
      "2026-11-29 20:34:50 +00:00",
      "2026-11-29 21:34:50 +01:00",
      "2026-11-29 17:04:50 -03:30",
      "2026-11-30 02:04:50 +05:30",
    ]);
  });

  test("what is no moment stays, without control characters", () => {
    expect(localTime("soon")).toBe("soon");
    expect(localTime("never\u001b[31m")).not.toContain("\u001b");
  });
});
