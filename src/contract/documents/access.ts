import { roles } from "../roles.ts";
import { longestName } from "../stack-name.ts";
import {
  component,
  count,
  document,
  extensible,
  flag,
  type Infer,
  list,
  moment,
  object,
  oneOf,
  orNull,
  page,
  ref,
  text,
} from "../words.ts";
import { principal } from "./members.ts";
import { Problem } from "./problems.ts";

const role = oneOf("The role.", roles);

const scope = object(
  {
    stacks: orNull(
      list(
        text("Whole name of a stack.", { maxLength: longestName }),
        "Null: every stack that its owner may reach.",
        100,
      ),
    ),
    role,
  },
  "What a token is limited to.",
);

const TokenScope = component("TokenScope", scope);

const Caller = document("Caller", "Who asks, as far as it was proved.", {
  principal,
  "owner?": text("Whose token it is.", { maxLength: 600 }),
  "person?": text("Who is behind the token: approvals count by this.", { maxLength: 600 }),
  name: text("An e-mail address, or the name of a token."),
  groups: list(text("Name of a group."), "The groups it is in."),
  accountAdmin: flag("Account admin of the platforms that know such a rank."),
  workspaces: list(text("Origin of a workspace."), "The workspaces it is a member of."),
  scope: orNull(scope),
});

export const WhoAmI = document(
  "WhoAmI",
  "Who asks.",
  {
    caller: ref(Caller),
    roles: list(
      object({ stack: text("Whole name of the stack; `*`: every stack, and the service itself."), role }, "A role."),
      "The roles that are held, by name, as the token's owner, or in a group. " +
        "Where no one signs in, the caller is an admin.",
      100_000,
    ),
    readOnly: flag(
      "Nothing but reads leaves for the vendors, and nothing that is kept is changed (`PLUMB_READ_ONLY`).",
    ),
  },
  {
    readOnly: false,
    roles: [{ stack: "portal/prod", role: "operator" }],
    caller: {
      principal: "user:https://id.acme.example|ada",
      name: "ada@acme.example",
      groups: ["platform-team"],
      accountAdmin: false,
      workspaces: [],
      scope: null,
    },
  },
);

const token = {
  id: text("Names the token; no secret.", { maxLength: 64 }),
  name: text("What people know it by."),
  owner: orNull(text("Whose rights it lends; null: a machine's.", { maxLength: 600 })),
  "ownerName?": text("What people know the owner by."),
  scope: ref(TokenScope),
  accountAdmin: flag("Of a machine: account admin of the platforms that know such a rank."),
  workspaces: list(text("Origin of a workspace."), "Of a machine: the workspaces it is a member of.", 100),
  createdBy: principal,
  createdAt: moment("When it was made."),
  expiresAt: moment("When it ends."),
  revokedAt: orNull(moment("When it was revoked.")),
  "ended?": text("Why it is not good any more, in words; absent while it is, and in older versions."),
  principal,
};

const sampleToken = {
  id: "3f9a0001c2d3",
  name: "deploys",
  owner: "user:https://id.acme.example|ada",
  scope: { stacks: ["portal/prod"], role: "operator" },
  accountAdmin: false,
  workspaces: [],
  createdBy: "user:https://id.acme.example|ada",
  createdAt: "2026-01-01T00:00:00.000Z",
  expiresAt: "2026-01-31T00:00:00.000Z",
  revokedAt: null,
  principal: "token:3f9a0001c2d3",
} as const;

export const Token = document("Token", "A token, without its secret.", token, sampleToken);

export const CreatedToken = document(
  "CreatedToken",
  "A token that was made.",
  { ...token, "token?": text("The token itself: here, and never again.", { maxLength: 200 }) },
  sampleToken,
);

export const TokenList = component("TokenList", page("tokens", ref(Token), "A page of tokens, newest first."), {
  tokens: [sampleToken],
});

const Principal = component(
  "Principal",
  extensible(
    {
      principal,
      name: text("What people know them by."),
      groups: list(text("Name of a group."), "The groups they are in."),
      "accountAdmin?": flag("Account admin of the platforms that know such a rank."),
      workspaces: list(text("Origin of a workspace."), "The workspaces they are members of."),
    },
    "A person who has signed in.",
  ),
);

export const PrincipalList = component("PrincipalList", page("principals", ref(Principal), "A page of principals."), {
  principals: [],
});

/** Members of a role that somebody holds. */
const heldRole = {
  subject: text("A principal, or `group:` and the name of a group.", { maxLength: 600 }),
  "subjectName?": text("What people know the principal by, where the service has seen it."),
  stack: text("Whole name of the stack; `*`: every stack, and the service itself.", { maxLength: longestName }),
  role,
  by: text("Who gave it.", { maxLength: 600 }),
  at: moment("When."),
};

export const RoleAssignment = document("RoleAssignment", "A role, and who holds it.", heldRole, {
  subject: "group:platform-team",
  stack: "portal/prod",
  role: "operator",
  by: "user:https://id.acme.example|ada",
  at: "2026-01-01T00:00:00.000Z",
});
export type RoleRow = Infer<typeof RoleAssignment>;

export const GivenRole = document(
  "GivenRole",
  "A role as it was given.",
  { ...heldRole, problems: list(ref(Problem), "Warnings: that the service has never seen whom it is for.", 100) },
  {
    subject: "group:platform-team",
    stack: "portal/prod",
    role: "operator",
    by: "user:https://id.example|4711",
    at: "2026-01-01T00:00:00.000Z",
    problems: [],
  },
);

export const RoleAssignmentList = component(
  "RoleAssignmentList",
  page("assignments", ref(RoleAssignment), "A page of roles, by who holds them."),
  { assignments: [] },
);

export const NewToken = document(
  "NewToken",
  "A token to be made.",
  {
    name: text("What people know it by.", { minLength: 1, maxLength: 100 }),
    role: oneOf("The most that it may do; never more than its owner may.", roles),
    "stacks?": orNull(
      list(
        text("Whole name of a stack: `PROJECT/STACK`.", { minLength: 1, maxLength: longestName }),
        "The stacks that it reaches; all that its owner may reach where none are named.",
        100,
      ),
    ),
    expiresInDays: count("How long it lasts.", { minimum: 1, maximum: 366 }),
    "machine?": flag("It has no rights of its maker: roles are assigned to it.", { default: false }),
    "accountAdmin?": flag("Of a machine: account admin of the platforms that know such a rank, as the caller is.", {
      default: false,
    }),
    "workspaces?": list(
      text("Origin of a workspace.", { minLength: 1, maxLength: 300 }),
      "Of a machine: the workspaces it is a member of, as the caller is.",
      100,
    ),
  },
  { name: "deploys", role: "operator", stacks: ["portal/prod"], expiresInDays: 30 },
);

export const RoleWrite = document(
  "RoleWrite",
  "A role to be held.",
  { role: oneOf("The role.", roles) },
  {
    role: "operator",
  },
);

export const Login = document("Login", "Where one can sign in.", {
  issuer: text("Of tokens.", { maxLength: 2048 }),
  clientId: text("As which the command signs in."),
  scope: text("What is asked for."),
  audience: text("For whom tokens must be."),
});
export type LoginOffer = Infer<typeof Login>;

export const LoginList = document(
  "LoginList",
  "Where one can sign in.",
  { logins: list(ref(Login), "The issuers.", 100) },
  { logins: [] },
);

export const accessComponents = [
  TokenScope,
  Caller,
  WhoAmI,
  Token,
  CreatedToken,
  TokenList,
  Principal,
  PrincipalList,
  RoleAssignment,
  GivenRole,
  RoleAssignmentList,
  NewToken,
  RoleWrite,
  Login,
  LoginList,
] as const;
