import { afterAll, expect, test } from "vitest";
import { driverContract } from "./driver-contract.ts";
import { subjects } from "./driver-subjects.ts";
import { DriverTrial } from "./driver-trial.ts";
import { LoopbackTls } from "./loopback-tls.ts";

const transport = await LoopbackTls.open();
afterAll(() => transport.close());

for (const subject of subjects) {
  driverContract(subject, 0, transport);
  if (subject.type === "connectors:EndpointAttachment") driverContract(subject, 90_000, transport);
}

const stranger = await LoopbackTls.open(false);
afterAll(() => stranger.close());

test.each(subjects)("$type: nothing is sent to a server whose certificate nobody vouches for", async (subject) => {
  const trial = new DriverTrial(subject, 0, stranger);
  expect(await trial.driver.read(trial.target(subject.inputs))).toMatchObject({ kind: "unavailable" });
  for (const operation of ["create", "update", "delete"] as const) {
    const outcome = await trial.driver.write(trial.change(operation, subject.inputs));
    expect([operation, outcome.kind]).toEqual([operation, "unavailable"]);
  }
  expect(await trial.cloud.log()).toEqual([]);
  trial.cloud.close();
});
