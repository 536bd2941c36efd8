import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findPostgres } from "../contract/postgres-server.ts";
import { type Run, startPlumb } from "../e2e/run-plumb.fixture.ts";
import { SharedServices } from "../e2e/shared-services.fixture.ts";
import { partOf, playsAllCases } from "../properties/part-of-cases.ts";
import { DeadlyWay, type Moment } from "./deadly-way.ts";

// `plumb stack move` as people run it, killed with SIGKILL, and a service that is a process of its own. One end owns
// the stack afterwards, and the same command ends the move (decision 0123). What a kill leaves at every moment inside
// of the two is in killed-move.test.ts.

const admin = "local:admin@local.example";
const declared = (cloud: string) => `name: moving
config:
  note: { secret: true }
providers:
  google: { kind: google, project: acme, region: here, baseUrl: "${cloud}" }
resources:
  portal:
    type: iam:OAuthClient
    properties:
      oauthClientId: web-portal
      location: global
      allowedGrantTypes: [AUTHORIZATION_CODE_GRANT]
      allowedRedirectUris: ["https://portal.example.com/callback"]
      allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"]
      description: \${config.note}
`;

/** Five of the moments of a move, each between other steps of it. */
const moments: readonly Moment[] = [
  { request: 1, carriedOut: true },
  { request: 2, carriedOut: false },
  { request: 2, carriedOut: true },
  { request: 3, carriedOut: true },
  { request: 4, carriedOut: false },
];
const places = ["local", "service"] as const;
type Place = (typeof places)[number];
const cases = places.flatMap((target) => moments.map((moment) => ({ target, ...moment })));

const programs = playsAllCases ? findPostgres() : undefined;
const stores =
  programs === undefined
    ? [["a file", null] as const]
    : ([
        ["a file", null],
        ["PostgreSQL", programs],
      ] as const);

describe.each(stores)("a move to a service over %s and back, killed", { timeout: 120_000 }, (_, postgres) => {
  let shared: SharedServices;
  let way: DeadlyWay;
  let home: Place = "local";

  const begin = (argv: readonly string[]) => {
    const token = readFileSync(join(shared.root, "admin.token"), "utf8").trim();
    return startPlumb(argv, shared.root, { PLUMB_TOKEN: token, GOOGLE_OAUTH_ACCESS_TOKEN: admin });
  };
  const plumb = (argv: readonly string[]): Promise<Run> => begin(argv).ended;
  const moveTo = (target: Place) => [
    "stack",
    "move",
    "dev",
    ...(target === "service" ? ["--to", way.address] : ["--server", way.address, "--to", "local"]),
  ];

  /** At which of the two the stack is planned, and comes to no changes. */
  const planned = async () => {
    const runs = await Promise.all([plumb(["plan"]), plumb(["plan", "--server", way.address])]);
    const isPlanned = runs.map(({ stdout }) => stdout.includes("No changes. The platform is as declared."));
    expect(isPlanned).toEqual(runs.map(({ exitCode }) => exitCode === 0));
    return places.filter((_, index) => isPlanned[index]);
  };

  beforeAll(async () => {
    shared = await SharedServices.start(postgres);
    way = await DeadlyWay.to((await shared.open()).url);
    writeFileSync(join(shared.root, "plumb.yaml"), declared(shared.cloudUrl));
    expect(await plumb(["config", "set", "note", "hunter2"])).toMatchObject({ exitCode: 0 });
    expect(await plumb(["up", "--yes"])).toMatchObject({ exitCode: 0 });
  }, 60_000);
  afterAll(async () => {
    way?.close();
    await shared?.endServices();
    await shared?.stop();
  });

  test.each(partOf(cases, cases.length))("to the $target at request $request", async ({ target, ...moment }) => {
    const writes = await shared.writes();
    const source = target === "local" ? "service" : "local";
    if (home !== source) expect(await plumb(moveTo(source))).toMatchObject({ exitCode: 0 });
    const mover = begin(moveTo(target));
    way.killAt(moment, mover.kill);
    expect((await mover.ended).exitCode).toBeNull();
    expect((await planned()).length).toBeLessThanOrEqual(1);
    expect(await plumb(moveTo(target))).toMatchObject({ exitCode: 0 });
    expect(await planned()).toEqual([target]);
    home = target;
    expect(await shared.writes()).toEqual(writes);
  });
});
