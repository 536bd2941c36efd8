import { describe } from "vitest";
import type { Exchange } from "../../../packages/base/exchange/exchange.ts";
import type { Driver } from "../../../src/engine/ports/driver.ts";
import { armDriver } from "../../../src/providers/azure/arm-driver.ts";
import { driverContract } from "../../contract/driver-contract.ts";
import { subjects } from "../../contract/driver-subjects.ts";
import { platformQuestions } from "../../contract/platform-questions.ts";
import { driverMutants, operationMsOf } from "../ports/driver-mutants.ts";
import { exchangeMutants } from "../ports/exchange-mutants.ts";
import { chosen } from "./chosen.ts";

type DriverOver = (exchange: Exchange) => Driver;

function contract(around: (driver: DriverOver) => DriverOver): void {
  for (const subject of subjects)
    driverContract({ ...subject, driver: around(subject.driver) }, operationMsOf(subject.type));
  platformQuestions(around(armDriver));
}

for (const { name, wrap } of chosen(driverMutants))
  describe(name, () => contract((driver) => (exchange) => wrap(driver(exchange))));
for (const { name, wrap } of chosen(exchangeMutants))
  describe(name, () => contract((driver) => (exchange) => driver(wrap(exchange))));
