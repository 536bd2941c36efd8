import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../packages/base/json/json.ts";
import { runOnce } from "../sdk/program.fixture.ts";
import { python, sdk } from "./tools.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumb-python-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const head = "import asyncio, threading\nfrom plumbline_sdk import connectors, google\n";
const gate = (name: string) =>
  `connectors.EndpointAttachment("${name}", endpoint_attachment_id="${name}", ` +
  `service_attachment="projects/p/regions/r/serviceAttachments/s")`;

async function last(text: string): Promise<Readonly<Record<string, JsonObject>>> {
  const file = join(folder, "plumb.py");
  writeFileSync(file, text);
  const environment = { PLUMB_PYTHON: python, PYTHONPATH: sdk };
  return (await runOnce(file, { environment })).last as Readonly<Record<string, JsonObject>>;
}

describe("a program's declarations are taken from wherever they are made", () => {
  test.each([
    ["a called function", `def main():\n    ${gate("a")}\nmain()\n`],
    ["__main__", `def main():\n    ${gate("a")}\nif __name__ == "__main__":\n    main()\n`],
    ["a coroutine", `async def main():\n    await asyncio.sleep(0)\n    ${gate("a")}\nasyncio.run(main())\n`],
    [
      "a thread that nothing joins",
      `def later():\n    event.wait()\n    ${gate("a")}\nevent = threading.Event()\n` +
        "threading.Thread(target=later).start()\nthreading.Timer(0.01, event.set).start()\n",
    ],
    [
      "a pool that is not closed",
      "from concurrent.futures import ThreadPoolExecutor\npool = ThreadPoolExecutor()\n" +
        `pool.submit(lambda: ${gate("a")})\n`,
    ],
    [
      "a thread that uses a pool that is not closed",
      "from concurrent.futures import ThreadPoolExecutor\npools = []\ndef later():\n" +
        `    pools.append(ThreadPoolExecutor())\n    pools[0].submit(lambda: ${gate("a")})\n` +
        "threading.Thread(target=later).start()\n",
    ],
    ["beside a helper", `def tagged(name):\n    return name\n${gate("a")}\n`],
  ])("%s", async (_, text) => {
    const { declaration, failed } = await last(head + text);
    expect(failed).toBeUndefined();
    expect(Object.keys((declaration?.["resources"] ?? {}) as JsonObject)).toEqual(["a"]);
  });
});

describe("a program that would be passed over is refused", () => {
  test.each([
    ["main is never called", `def main():\n    ${gate("a")}\n`, "`main`"],
    ["main is never called, and others are declared", `${gate("a")}\ndef main():\n    ${gate("b")}\n`, "`main`"],
    ["async main is never called", `async def main():\n    ${gate("a")}\n`, "`main`"],
    ["async main is called and not awaited", `async def main():\n    ${gate("b")}\n${gate("a")}\nmain()\n`, "`main`"],
    [
      "a coroutine is kept and not awaited",
      `async def build():\n    ${gate("b")}\n${gate("a")}\nkept = build()\n`,
      "`build`",
    ],
    [
      "a coroutine is kept in a list and not awaited",
      `async def build():\n    ${gate("b")}\n${gate("a")}\nkept = [build()]\n`,
      "`build`",
    ],
    [
      "a coroutine is begun and not run to its end",
      `async def build():\n    await asyncio.sleep(60)\n    ${gate("b")}\nasync def short():\n` +
        `    loop.create_task(build())\n    await asyncio.sleep(0)\n    ${gate("a")}\n` +
        "loop = asyncio.new_event_loop()\nloop.run_until_complete(short())\n",
      "`build`",
    ],
  ])("%s", async (_, text, named) => {
    const { declaration, failed } = await last(head + text);
    expect(declaration).toBeUndefined();
    expect(failed).toMatchObject({ type: "ProgramError" });
    expect(failed?.["message"]).toContain(named);
  });
});

test.each([
  ["an exception", "raise ValueError('no')", "ValueError"],
  ["an end by itself", "sys.exit(1)", "SystemExit"],
])("%s in a thread fails the program", async (_, statement, type) => {
  const later = `def later():\n    ${gate("a")}\n    ${statement}\n    ${gate("b")}\n`;
  const { declaration, failed } = await last(`${head}import sys\n${later}threading.Thread(target=later).start()\n`);
  expect(declaration).toBeUndefined();
  expect(failed).toMatchObject({ type, frames: [{ line: 6, function: "later" }] });
});

test("a thread that ends itself well fails nothing", async () => {
  const later = `def later():\n    ${gate("a")}\n    sys.exit()\n`;
  const { failed } = await last(`${head}import sys\n${later}threading.Thread(target=later).start()\n`);
  expect(failed).toBeUndefined();
});
