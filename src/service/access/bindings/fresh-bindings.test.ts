import { expect, test } from "vitest";
import { MemoryDocumentStore } from "../../../../test/memory-store/memory-document-store.ts";
import type { DocumentStore } from "../../../engine/ports/document-store.ts";
import { FreshBindings } from "./fresh-bindings.ts";
import { bindingCollection, bindingDocument } from "./kept-binding.ts";

test("a credential that is taken away while the list is read is not in the next list", async () => {
  const documentStore = new MemoryDocumentStore();
  const binding = {
    ...{ name: "lab", kind: "google", origins: ["https://gateway.example"], mayBePrivate: false, stacks: ["*"] },
    credential: { kind: "usual" } as const,
  };
  await documentStore.put(bindingCollection, "lab", bindingDocument({ binding, at: "now", by: "admin" }));
  let begun = () => {};
  let goOn = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const mayGoOn = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const list: DocumentStore["list"] = async (...asked) => {
    const listed = await documentStore.list(...asked);
    begun();
    await mayGoOn;
    return listed;
  };
  const bindings = new FreshBindings({ ...documentStore, changes: documentStore.changes, list }, [], () => 0);
  const first = bindings.now();
  await hasBegun;
  await documentStore.remove(bindingCollection, "lab");
  bindings.forget();
  const second = bindings.now();
  goOn();
  expect((await first).map(({ name }) => name)).toEqual(["lab"]);
  expect(await second).toEqual([]);
  expect(await bindings.now()).toEqual([]);
});
