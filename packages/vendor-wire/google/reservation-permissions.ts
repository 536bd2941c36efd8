const service = "compute.reservations";
const reading = ["get", "list"];
const editing = [...reading, "create", "delete", "resize", "update"];

/** What the predefined roles that bear on reservations hold of them; other roles hold nothing there. */
const verbsOfRoles: Readonly<Record<string, readonly string[]>> = {
  "roles/owner": [...editing, "getIamPolicy", "setIamPolicy"],
  "roles/editor": editing,
  "roles/viewer": reading,
  "roles/compute.admin": [...editing, "getIamPolicy", "setIamPolicy"],
  "roles/compute.instanceAdmin": reading,
  "roles/compute.instanceAdmin.v1": reading,
  "roles/compute.viewer": reading,
  "roles/iam.securityAdmin": ["list", "getIamPolicy", "setIamPolicy"],
  "roles/iam.securityReviewer": ["list", "getIamPolicy"],
};

/** The permissions on reservations that a predefined role holds. */
export function predefinedPermissions(role: string): readonly string[] {
  const verbs = Object.hasOwn(verbsOfRoles, role) ? verbsOfRoles[role] : undefined;
  return (verbs ?? []).map((verb) => `${service}.${verb}`);
}
