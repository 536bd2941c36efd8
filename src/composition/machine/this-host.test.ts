import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { type HostFacts, hostAsHolder, isDeadOn } from "./this-host.ts";

const silent = () => {
  throw new Error("not here");
};
const box: HostFacts = {
  name: () => "box",
  bootId: () => "boot-1\n",
  pidNamespace: () => "pid:[4026531836]",
  addresses: () => "02:00:00:00:00:01",
};

test("a host is the same for all its processes, and another in each container and after each start", () => {
  const others: readonly HostFacts[] = [
    { ...box, pidNamespace: () => "pid:[4026532179]" },
    { ...box, bootId: () => "boot-2\n" },
    { ...box, name: () => "hut" },
    { ...box, pidNamespace: silent },
  ];
  expect(hostAsHolder(box)).toMatch(/^box\/[0-9a-f]{8}$/);
  expect(hostAsHolder({ ...box, addresses: () => "02:00:00:00:00:02" })).toBe(hostAsHolder(box));
  expect(new Set([box, ...others].map((each) => hostAsHolder(each))).size).toBe(others.length + 1);
});

test("where the system says neither, machines of one name are told by their addresses", () => {
  const mute = { ...box, bootId: silent, pidNamespace: silent };
  expect(hostAsHolder(mute)).toBe(hostAsHolder(mute));
  expect(hostAsHolder(mute)).not.toBe(hostAsHolder({ ...mute, addresses: () => "02:00:00:00:00:02" }));
  expect(hostAsHolder({ ...mute, addresses: silent })).toMatch(/^box\/[0-9a-f]{8}$/);
});

test("a holder is known to be dead on its own machine and in its own container only", () => {
  const gone = spawnSync(process.execPath, ["-e", ""]).pid;
  const holder = (host: string, pid: number) => ({ host, pid, since: "" });
  const here = hostAsHolder(box);
  const isDead = isDeadOn(here);
  expect(isDead(holder(here, gone))).toBe(true);
  expect(isDead(holder(here, process.pid))).toBe(false);
  expect(isDead(holder("there", gone))).toBe(false);
  expect(isDead(holder(hostAsHolder({ ...box, pidNamespace: () => "pid:[1]" }), gone))).toBe(false);
  // What earlier versions called a holder on SQLite.
  expect(isDead(holder("box", gone))).toBe(false);
});
