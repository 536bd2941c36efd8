import type { Mistake } from "../mistake.ts";

/** References that lead nowhere, or in a circle. */
export const references: readonly Mistake[] = [
  {
    name: "a reference with a Cyrillic letter",
    change: [["${portal.clientId}", "${p▸\u043ertal.clientId}"]],
    says: ["U+043E", "looks like `o`"],
  },
  {
    name: "the name of a resource is misspelt",
    change: [["${portal.clientId}", "${▸portl.clientId}"]],
    says: ["portl", "did you mean `portal`?"],
  },
  {
    name: "a field of a resource is misspelt",
    change: [["${portal.clientId}", "${▸portal.clientID}"]],
    says: ["clientID", "did you mean `clientId`?"],
  },
  {
    name: "a config value is misspelt",
    change: [["displayName: Portal", "displayName: ${▸config.enviroment}"]],
    says: ["enviroment", "did you mean `environment`?"],
  },
  {
    name: "two resources refer to one another",
    change: [["displayName: Portal", "displayName: ${▸gateway.description}"]],
    says: ["portal -> gateway -> portal", "gateway.description"],
  },
  {
    name: "a resource refers to itself",
    change: [["displayName: Portal", "displayName: ${▸portal.name}"]],
    says: ["portal -> portal", "itself"],
  },
  {
    name: "`dependsOn` leads in a circle",
    change: [["protect: true", "dependsOn: [▸gateway]"]],
    says: ["portal -> gateway -> portal"],
  },
  {
    name: "a look-up under `resources`",
    change: [["${portal.clientId}", "${▸resources.link.id}"]],
    says: ["`link` is a look-up", "lookups"],
  },
  {
    name: "a resource in the syntax of Terraform",
    change: [["${portal.clientId}", "${▸google_iam_oauth_client.portal.client_id}"]],
    says: ["Terraform", "${portal.clientId}"],
  },
  {
    name: "a field as Terraform spells it",
    change: [["${portal.clientId}", "${▸google_iam_oauth_client.portal.oauth_client_id}"]],
    says: ["Terraform", "${portal.oauthClientId}"],
  },
  {
    name: "a variable in the syntax of Terraform",
    change: [["displayName: Portal", "displayName: ${▸var.environment}"]],
    says: ["Terraform", "${config.environment}"],
  },
  {
    name: "a look-up in the syntax of Terraform",
    change: [["${portal.clientId}", "${▸data.link.link.id}"]],
    says: ["Terraform", "look-up", "${link.id}"],
  },
  {
    name: "a local value in the syntax of Terraform",
    change: [["displayName: Portal", "displayName: ${▸local.title}"]],
    says: ["Terraform", "config"],
  },
  {
    name: "`dependsOn` names nothing",
    change: [["protect: true", "dependsOn: [▸viewer]"]],
    says: ["viewer", "did you mean `viewers`?"],
  },
  {
    name: "`parent` names nothing",
    change: [["protect: true", "parent: ▸viewer"]],
    says: ["viewer", "did you mean `viewers`?"],
  },
  {
    name: "an output refers to an output",
    change: [["outputs:\n", "outputs:\n  again: ${▸outputs.clientId}\n"]],
    says: ["outputs", "can't refer to an output", "portal.clientId"],
  },
  {
    name: "a config value without `config.`",
    change: [["displayName: Portal", "displayName: ${▸environment}"]],
    says: ["environment", "${config.environment}"],
  },
  {
    name: "the outputs of a stack that is not there",
    stack: true,
    change: [["config:\n", "config:\n  network: { stack: ▸portal/dve }\n"]],
    says: ["there is no stack `portal/dve`", "did you mean `portal/dev`?", "plumb stack list"],
  },
  {
    name: "an output that another stack does not have",
    stack: true,
    change: [
      ["config:\n", "config:\n  network: { stack: dev }\n"],
      ["displayName: Portal", "displayName: ${▸config.network.adress}"],
    ],
    says: ["stack `dev` has no output", "adress"],
  },
  {
    name: "what no stack is called",
    change: [["config:\n", "config:\n  network: { stack: ▸a/b/c }\n"]],
    says: ["a/b/c", "PROJECT/STACK"],
  },
  {
    name: "a type beside the stack whose outputs are meant",
    change: [["config:\n", "config:\n  network: { stack: platform/prod, ▸type: string }\n"]],
    says: ["`type`", "outputs of that stack"],
  },
];
