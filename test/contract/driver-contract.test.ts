import { driverContract } from "./driver-contract.ts";
import { subjects } from "./driver-subjects.ts";

for (const subject of subjects) {
  driverContract(subject, 0);
  if (subject.type === "connectors:EndpointAttachment") driverContract(subject, 90_000);
}
