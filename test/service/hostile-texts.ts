/** A request that is meant to keep the service busy, and what it may be answered with. */
export interface HostileRequest {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly statuses: readonly number[];
}

const mib = 1024 * 1024;
const head = "name: hostile\nproviders:\n  google: { kind: google, project: acme, region: here }\n";

/** As much of a line, each with its number, as fits into so many bytes. */
function filled(line: (number: number) => string, bytes: number): string {
  const lines: string[] = [];
  for (let length = 0, number = 0; length < bytes; number += 1) {
    const next = line(number);
    lines.push(next);
    length += next.length;
  }
  return lines.join("");
}

const restOfClient =
  "location: global, clientType: CONFIDENTIAL_CLIENT, allowedGrantTypes: [AUTHORIZATION_CODE_GRANT], " +
  'allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"]';

/** Texts of declarations that take long to read, to check, or to tell what is wrong with. */
const texts: Readonly<Record<string, string>> = {
  "many unknown keys": filled((number) => `k${number}: x\n`, 1.5 * mib),
  "many faulty resources": `${head}resources:\n${filled((number) => `  r${number}: { typ: x }\n`, 1.5 * mib)}`,
  "many unknown references": `${head}resources:\n${filled(
    (number) =>
      `  client_${number}:\n    type: iam:OAuthClient\n` +
      `    properties: { oauthClientId: "c-${number}", description: "\${clent_${number}.name}" }\n`,
    1.5 * mib,
  )}`,
  "aliases of aliases": [
    "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n",
    ...Array.from({ length: 60 }, (_, level) => `a${level + 1}: &a${level + 1} [${`*a${level}, `.repeat(10)}x]\n`),
  ].join(""),
  "merges of merges":
    `m0: &m0 { ${filled((number) => `k${number}: x, `, mib / 4)} }\n` +
    filled((number) => `m${number + 1}: { <<: [*m0, *m0, *m0] }\n`, mib / 2),
  "deep lists": "[".repeat(1.5 * mib),
  "deep mappings": filled((number) => `${" ".repeat(Math.min(number, 1_000))}k:\n`, mib),
  "one long text": `name: "${"x".repeat(1.9 * mib)}`,
  "an unended expression": `${head}outputs:\n  o: "${"$".repeat(1_000_000)}{${"(".repeat(500_000)}"\n`,
  "many expressions": `${head}outputs:\n${filled(
    (number) => `  o${number}: "\${${`[1,2,3].map(x, x + ${number}).filter(y, y > 1).size() + `.repeat(8)}1}"\n`,
    1.5 * mib,
  )}`,
  "one expression of many": `${head}outputs:\n${filled(
    (number) => `  o${number}: "\${${"(".repeat(2_000)}1${")".repeat(2_000)}}"\n`,
    1.5 * mib,
  )}`,
  "many small values": `${head}outputs: { o: [${"[],".repeat(600_000)}] }\n`,
  "many that are right": `${head}resources:\n${filled(
    (number) =>
      `  r${number}:\n    type: iam:OAuthClient\n` +
      `    properties: { oauthClientId: client-${number}, ${restOfClient}, allowedRedirectUris: ["https://x"] }\n`,
    1.8 * mib,
  )}`,
  "a long list with each of itself":
    `${head}resources:\n  c:\n    type: iam:OAuthClient\n    properties: { oauthClientId: client-c, ${restOfClient}, ` +
    `allowedRedirectUris: [${filled((number) => `"https://x/${number}",`, 60_000)}] }\noutputs:\n` +
    filled(
      (number) =>
        `  o${number}: "\${c.allowedRedirectUris.filter(x, c.allowedRedirectUris.exists(y, x + 'q' == y)).size()}"\n`,
      20_000,
    ),
  "each twice the one before":
    `${head}resources:\n  r0: { type: connectors:EndpointAttachment, properties: { endpointAttachmentId: r0, ` +
    `serviceAttachment: projects/p/regions/r/serviceAttachments/s, description: ${"x".repeat(256)} } }\n` +
    filled(
      (number) =>
        `  r${number + 1}:\n    type: connectors:EndpointAttachment\n` +
        `    properties: { endpointAttachmentId: r${number + 1}, ` +
        "serviceAttachment: projects/p/regions/r/serviceAttachments/s, " +
        `description: "\${r${number}.description + r${number}.description}" }\n`,
      100_000,
    ),
  "a chain of all": `${head}resources:\n${filled(
    (number) =>
      `  r${number}:\n    type: iam:OAuthClient\n` +
      `    properties: { oauthClientId: c${number}, description: "\${r${number + 1}.name}" }\n`,
    1.2 * mib,
  )}`,
};

const first =
  `  first: { type: iam:OAuthClient, properties: { oauthClientId: client-first, ${restOfClient}, ` +
  `allowedRedirectUris: ["https://x"] } }\n`;

/** Texts that have a config value of 1 MB in as many places as there are. */
const spreading: Readonly<Record<string, string>> = {
  "a long value in many outputs": `outputs:\n${filled((number) => `  o${number}: "\${config.long}"\n`, 200_000)}`,
  "a long value in many expressions": `resources:\n${first}outputs:\n${filled(
    (number) => `  o${number}: "\${first.name + config.long}"\n`,
    200_000,
  )}`,
  "a long value in many fields": `resources:\n${filled(
    (number) =>
      `  r${number}: { type: iam:OAuthClient, properties: { oauthClientId: client-${number}, ${restOfClient}, ` +
      `allowedRedirectUris: ["https://x"], description: "\${config.long}" } }\n`,
    200_000,
  )}`,
};

interface HostileDeclaration {
  readonly file: string;
  readonly text: string;
  readonly config: Readonly<Record<string, string>>;
}

const declarations: readonly (readonly [string, HostileDeclaration])[] = [
  ...Object.entries(texts).map(([name, text]) => [name, { file: "plumb.yaml", text, config: {} }] as const),
  ...Object.entries(spreading).map(([name, more]) => {
    const text = `${head}config: { long: { type: string } }\n${more}`;
    return [name, { file: "plumb.yaml", text, config: { long: "x".repeat(mib) } }] as const;
  }),
];

/** Bodies that are no declaration, and cost something before anybody knows. */
const bodies: Readonly<Record<string, { readonly body: string; readonly statuses: readonly number[] }>> = {
  "a body of 16 MB": {
    body: JSON.stringify({ file: "plumb.yaml", text: filled((number) => `k${number}: x\n`, 16 * mib) }),
    statuses: [413],
  },
  "a deep body": { body: "[".repeat(1.9 * mib), statuses: [400] },
  "a deep body that is JSON": { body: `${"[".repeat(900_000)}${"]".repeat(900_000)}`, statuses: [400] },
  "many members": {
    body: `{${filled((number) => `"k${number}":1,`, 1.9 * mib).slice(0, -1)}}`,
    statuses: [400, 422],
  },
  "many empty lists": { body: `[${"[],".repeat(630_000)}1]`, statuses: [400, 422] },
  "many numbers": { body: `[${"1,".repeat(950_000)}1]`, statuses: [400, 422] },
  "one key again and again": { body: `{${'"a":1,'.repeat(300_000)}"a":1}`, statuses: [400, 422] },
  "config of many keys": {
    body: JSON.stringify({
      file: "f",
      text: "name: x\n",
      config: Object.fromEntries(Array.from({ length: 100_000 }, (_, number) => [`k${number}`, "x"])),
    }),
    statuses: [200, 400, 422],
  },
};

/** All of them, at the routes that read a declaration. */
export function hostileRequests(): readonly HostileRequest[] {
  const check = "/v1/declarations:check";
  const plan = (declaration: HostileDeclaration) => JSON.stringify({ kind: "apply", newStack: true, declaration });
  return [
    ...Object.entries(bodies).map(([name, { body, statuses }]) => ({
      ...{ name, method: "POST", path: check, body, statuses },
    })),
    ...declarations.flatMap(([name, declaration]): readonly HostileRequest[] => [
      { name, method: "POST", path: check, body: JSON.stringify(declaration), statuses: [200, 422] },
      {
        name: `${name}, described`,
        method: "POST",
        path: "/v1/declarations:describe",
        body: JSON.stringify(declaration),
        statuses: [200, 422],
      },
      {
        name: `${name}, planned`,
        method: "POST",
        path: "/v1/projects/hostile/stacks/hostile/plans",
        body: plan(declaration),
        statuses: [201, 422],
      },
      {
        ...{ name: `${name}, kept`, method: "PUT", path: "/v1/projects/hostile/stacks/hostile/declaration" },
        ...{ body: JSON.stringify(declaration), statuses: [200, 201, 412, 422] },
      },
    ]),
  ];
}
