import { expect, test } from "vitest";
import type { Register } from "../../../engine/ports/register.ts";
import { MemoryRegister } from "../../../stores/memory/memory-register.ts";
import { FreshBindings } from "./fresh-bindings.ts";
import { bindingCollection, bindingDocument } from "./kept-binding.ts";

test("a credential that is taken away while the list is read is not in the next list", async () => {
  const register = new MemoryRegister();
  const binding = {
    ...{ name: "lab", kind: "google", origins: ["https://gateway.example"], mayBePrivate: false, stacks: ["*"] },
    credential: { kind: "usual" } as const,
  };
  await register.put(bindingCollection, "lab", bindingDocument({ binding, at: "now", by: "admin" }));
  let begun = () => {};
  let goOn = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const mayGoOn = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const list: Register["list"] = async (...asked) => {
    const listed = await register.list(...asked);
    begun();
    await mayGoOn;
    return listed;
  };
  const bindings = new FreshBindings({ ...register, changes: register.changes, list }, [], () => 0);
  const first = bindings.now();
  await hasBegun;
  await register.remove(bindingCollection, "lab");
  bindings.forget();
  const second = bindings.now();
  goOn();
  expect((await first).map(({ name }) => name)).toEqual(["lab"]);
  expect(await second).toEqual([]);
  expect(await bindings.now()).toEqual([]);
});
