import type { Mistake } from "../mistake.ts";

const client = (from: string, to: string) => [[from, to]] as const;

/** Values beyond what the definitions allow. */
export const limits: readonly Mistake[] = [
  {
    name: "a display name of 40 characters",
    change: client("displayName: Portal", `displayName: ▸${"a".repeat(40)}`),
    says: ["`displayName`", "40", "at most 32"],
  },
  {
    name: "a description of 300 characters",
    change: client("disabled: false", `description: ▸${"a".repeat(300)}`),
    says: ["`description`", "300", "at most 256"],
  },
  {
    name: "an id that is too short",
    change: client("oauthClientId: web-portal", "oauthClientId: ▸web"),
    says: ["`oauthClientId`", "at least 6"],
  },
  {
    name: "an id with capitals",
    change: client("oauthClientId: web-portal", "oauthClientId: ▸Web-Portal"),
    says: ["`oauthClientId`", "lower-case letters", "web-portal"],
  },
  {
    name: "an id with the reserved prefix",
    change: client("oauthClientId: web-portal", "oauthClientId: ▸cloud-portal"),
    says: ["`oauthClientId`", "`cloud-`", "reserved"],
  },
  {
    name: "an id that ends with a hyphen",
    change: client("oauthClientId: web-portal", "oauthClientId: ▸web-portal-"),
    says: ["`oauthClientId`", "end with a hyphen"],
  },
  {
    name: "a scope that is not supported",
    change: client("/auth/cloud-platform]", "/auth/cloud-platform, ▸openid]"),
    says: ["openid", "https://www.googleapis.com/auth/cloud-platform"],
  },
  {
    name: "a member without its kind",
    change: client("member: group:migration@acme.example", "member: ▸migration@acme.example"),
    says: ["`member`", "`user:<email>`", "migration@acme.example"],
  },
  {
    name: "a status that there is not",
    change: client("status: ALLOW_ALL", "status: ▸ALOW_ALL"),
    says: ["ALOW_ALL", "ALLOW_ALL", "RESTRICT_TOKENS_AND_JOB_RUN_AS"],
  },
  {
    name: "a status in small letters",
    change: client("status: ALLOW_ALL", "status: ▸allow_all"),
    says: ["allow_all", "use `ALLOW_ALL`"],
  },
  {
    name: "a setting of another name",
    change: client("restrictWorkspaceAdmins: {", "settingName: ▸global\n      restrictWorkspaceAdmins: {"),
    says: ["global", "default"],
  },
  {
    name: "a project name with blanks and capitals",
    change: client("name: portal\nconfig", "name: ▸My Portal\nconfig"),
    says: ["My Portal", "lower-case", "my-portal"],
  },
  {
    name: "a logical name with a dot",
    change: client("  gateway:\n", "  ▸my.gateway:\n"),
    says: ["my.gateway", "letters, digits, underscores and hyphens", "my-gateway"],
  },
  {
    name: "a logical name that is a reserved word",
    change: client("  gateway:\n", "  ▸import:\n"),
    says: ["import", "reserved word"],
  },
  {
    name: "a condition that is no expression",
    change: client(
      "member: group:migration@acme.example",
      'member: group:migration@acme.example\n      condition: { title: t, expression: "▸request.time <" }',
    ),
    says: ["Common Expression Language"],
  },
];
