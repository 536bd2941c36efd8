import { GivenRole, RoleAssignmentList, RoleWrite } from "../documents/access.ts";
import { operations } from "../operation.ts";

const list = {
  method: "GET",
  tag: "Access",
  action: "access:manage",
  pages: { member: "assignments" },
  responses: { 200: { description: "A page of the roles.", schema: RoleAssignmentList } },
} as const;
const assign = {
  method: "PUT",
  tag: "Access",
  description: "Instead of the one that is held there so far.",
  action: "access:manage",
  body: { schema: RoleWrite },
  isAudited: true,
  responses: { 200: { description: "The role as it is held now.", schema: GivenRole } },
} as const;
const remove = {
  method: "DELETE",
  tag: "Access",
  description: "One that is not held counts as taken back.",
  action: "access:manage",
  isAudited: true,
  responses: { 204: { description: "It is not held any more." } },
} as const;

/** The same three operations on the roles of all stacks and on those of one. */
export const roleOperations = operations({
  listServiceRoleAssignments: {
    ...list,
    path: "/v1/role-assignments",
    summary: "List the roles of every stack, and of the service itself",
  },
  assignServiceRole: {
    ...assign,
    path: "/v1/role-assignments/{subject}",
    summary: "Give a role of every stack, and of the service itself",
  },
  removeServiceRole: {
    ...remove,
    path: "/v1/role-assignments/{subject}",
    summary: "Take a role back of every stack, and of the service itself",
  },
  listStackRoleAssignments: {
    ...list,
    path: "/v1/projects/{project}/stacks/{stack}/role-assignments",
    summary: "List the roles of a stack",
  },
  assignStackRole: {
    ...assign,
    needsStack: true,
    path: "/v1/projects/{project}/stacks/{stack}/role-assignments/{subject}",
    summary: "Give a role of a stack",
  },
  removeStackRole: {
    ...remove,
    path: "/v1/projects/{project}/stacks/{stack}/role-assignments/{subject}",
    summary: "Take a role back of a stack",
  },
});
