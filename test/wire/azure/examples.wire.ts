import { afterEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../packages/base/json/json.ts";
import { contradictions } from "../../vendor-interfaces/contradictions.ts";
import { AzureCloud } from "./azure-cloud.ts";
import { differences } from "./documented-answer.ts";
import { type Example, readExamples } from "./example-file.ts";
import { plant } from "./planting.ts";

const examples = readExamples();

/** Members that an example contradicts itself or its neighbours in: `version name`, then their paths. */
const contradictory: readonly (readonly [string, ...RegExp[]])[] = [
  // Sent is the id of a solution, answered the project's own.
  ["2019-10-01 Projects_Create", /^properties\.assessmentSolutionId$/],
  ["2019-10-01 Projects_Update", /^properties\.assessmentSolutionId$/],
  // Approval is sent, and answered as pending.
  ["2019-10-01 PrivateEndpointConnections_Create", /ConnectionState\.status$/],
  // Another project's answer.
  ["2020-05-01 migrateProject_Create", /^name$/, /^location$/],
  // Described is the name of a status, shown an object.
  ["2023-01-01 PrivateEndpointConnectionController_Delete_MaximumSet_Gen", /^$/],
  ["2023-01-01 PrivateEndpointConnectionController_Delete_MinimumSet_Gen", /^$/],
  // Made by a generator: names and types are random letters.
  ["2023-01-01 Operations_List_MaximumSet_Gen", /^value$/],
  ["2023-01-01 PrivateLinkResourceController_Get_MaximumSet_Gen", /^properties\.\w+$/],
  ["2023-01-01 PrivateLinkResourceController_ListPrivateLinkResources_MaximumSet_Gen", /^value$/],
];

/** What only an object that was there before can have. */
const ofStandingObjects = [
  /^properties\.(privateEndpointConnections|registeredTools|summary|refreshSummaryState|provisioningState)$/,
];

const generated = [/(^|[.])(name|type)$/];

function notCompared({ version, name, method }: Example, status: string): readonly RegExp[] {
  const own = contradictory.find(([example]) => example === `${version} ${name}`) ?? [""];
  return [
    ...own.slice(1).filter((each) => each instanceof RegExp),
    ...(version === "2023-01-01" && name.includes("MaximumSet") ? generated : []),
    ...(method === "PUT" && status === "201" ? ofStandingObjects : []),
  ];
}

/** An upsert of an assignment is a 201 whether or not its policy is there; that of a project of 2020 is a 200. */
function isThereBefore({ method, name, version }: Example, status: string): boolean {
  if (method === "DELETE") return status === "200";
  if (method !== "PUT") return true;
  if (name === "PutRoleManagementPolicyAssignment") return true;
  return status !== "201" && !(version === "2020-05-01" && name === "migrateProject_Create");
}

/** An eTag in a request means the one that the object has; without an object there is none to mean. */
function sentBody({ body }: Example, eTag: string | undefined): JsonObject | undefined {
  if (body?.["eTag"] === undefined) return body;
  const { eTag: _, ...others } = body;
  return eTag === undefined ? others : { ...others, eTag };
}

/** There is one private link resource in every project; the generator made up names for others. */
function pathOf({ path }: Example): string {
  return path.replace(/(\/privateLinkResources\/)[^/]+$/, "$1Default");
}

const cases = examples.flatMap((example) => {
  const statuses = Object.keys(example.responses);
  // Of one example only the request was published; it is about a rule that the answer must then hold.
  return (statuses.length === 0 ? ["200"] : statuses).map((status) => ({ example, status }));
});

describe("every published example is answered as documented", () => {
  let cloud: AzureCloud;

  afterEach(() => {
    expect(cloud.close()).toEqual([]);
  });

  test.each(cases.map((each) => [`${each.example.version} ${each.example.name} -> ${each.status}`, each] as const))(
    "%s",
    async (_, { example, status }) => {
      const documented = example.responses[status] ?? {};
      // Some answers are given only where things take time.
      cloud = await AzureCloud.start({ operationMs: status === "202" ? 60_000 : 0 });
      const eTag = isThereBefore(example, status) ? await plant(cloud, example, documented.body ?? null) : undefined;
      const body = sentBody(example, eTag);
      const answer = await cloud.call(example.method, `${pathOf(example)}?api-version=${example.version}`, body);
      expect(answer.status).toBe(Number(status));
      for (const header of Object.keys(documented.headers ?? {})) expect(answer.headers.has(header)).toBe(true);
      const aside = notCompared(example, status);
      if (documented.body !== undefined) expect(differences(documented.body, answer.body, aside)).toEqual([]);
      else if (status === "200" && example.body !== undefined) {
        expect(differences(example.body, answer.body, aside)).toEqual([]);
      }
    },
  );
});

test("the documented answers are themselves as the interface descriptions say", () => {
  const sound = examples.filter((example) => !notCompared(example, "200").some((aside) => aside.test("")));
  const wrong = sound.flatMap(({ method, path, version, name, responses }) =>
    Object.entries(responses).flatMap(([status, { body }]) =>
      contradictions({ method, path: path.slice(1), version, status: Number(status), body, mode: "documented" }).map(
        (each) => `${name}: ${each}`,
      ),
    ),
  );
  expect(wrong).toEqual([]);
});
