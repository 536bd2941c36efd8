import { type Command, printJson } from "../../command.ts";
import { rolePlace } from "../../connection/role-assignments.ts";
import { clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure } from "../../reports/report.ts";
import { writeLines } from "../../terminal.ts";

export const whoami: Command = {
  positionals: [],
  options: [],
  description: "Shows who you are at the server: the name that roles are given to, your groups and your roles.",
  examples: [{ line: "plumb whoami --server https://plumb.example", meaning: "before asking an admin for a role" }],
  run: async (invocation) => {
    const answer = await invocation.api.call("getCaller", {});
    if (!answer.ok) return reportFailure(invocation, answer.error);
    // A server of an earlier version has no such mode, and tells no roles.
    const { caller, roles = null, readOnly = false } = answer.value;
    const { name, principal, groups, scope } = caller;
    if (invocation.settings.json) printJson(invocation, { ...caller, ...(roles === null ? {} : { roles }), readOnly });
    else {
      const inGroups = groups.length === 0 ? [] : [`groups: ${groups.map(clean).join(", ")}`];
      const mode = readOnly ? ["read only: nothing is changed at any vendor"] : [];
      const held = roles?.map(({ stack, role }) => `${clean(role)} on ${clean(rolePlace(stack))}`).join(", ");
      const inRoles = held === undefined ? [] : [held === "" ? "no role" : `roles: ${held}`];
      const on = scope?.stacks == null ? "" : ` on ${scope.stacks.map(clean).join(", ") || "no stack that is there"}`;
      const limit =
        scope === null || (scope.role === "admin" && on === "")
          ? []
          : [`this token: ${clean(scope.role)} at most${on}`];
      const said = [`${clean(name)} (${clean(principal)})`, ...inGroups, ...inRoles, ...limit, ...mode];
      writeLines(invocation.people, said);
    }
    return exitCodes.done;
  },
};
