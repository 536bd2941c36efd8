import { CreatedToken, NewToken, PrincipalList, Token, TokenList } from "../documents/access.ts";
import { operations } from "../operation.ts";

export const accessOperations = operations({
  listTokens: {
    method: "GET",
    path: "/v1/tokens",
    tag: "Access",
    summary: "List tokens",
    description: "The caller's own; all of them for who may manage access. Never with their secrets.",
    action: "token:manage",
    pages: { member: "tokens" },
    responses: { 200: { description: "A page of the tokens, newest first.", schema: TokenList } },
  },

  createToken: {
    method: "POST",
    path: "/v1/tokens",
    tag: "Access",
    summary: "Make a token",
    description: "This answer alone holds it: what is kept is its digest.",
    action: "token:manage",
    body: { schema: NewToken },
    isIdempotentByKey: true,
    shownOnce: ["token"],
    isAudited: true,
    responses: { 201: { description: "The token.", schema: CreatedToken, headers: ["Location"] } },
  },

  revokeToken: {
    method: "POST",
    path: "/v1/tokens/{handle}:revoke",
    tag: "Access",
    summary: "Revoke a token",
    description: "It ends at once, and stays in the list.",
    action: "token:manage",
    isIdempotentByKey: true,
    isAudited: true,
    refusals: { 404: "There is no such token, or the caller may not see it." },
    responses: { 200: { description: "The token as it is now.", schema: Token } },
  },

  listPrincipals: {
    method: "GET",
    path: "/v1/principals",
    tag: "Access",
    summary: "List who has signed in",
    action: "access:manage",
    pages: { member: "principals" },
    responses: { 200: { description: "A page of the principals.", schema: PrincipalList } },
  },
});
