import type { VersionForm } from "../schema/definition.ts";

/** Azure's interface versions. Source: its guidelines for REST APIs. */
export const datedVersions: VersionForm = {
  pattern: "^\\d{4}-\\d{2}-\\d{2}(-(preview|alpha|beta|rc|privatepreview))?$",
  description: "a date, such as 2026-01-01 or 2026-01-01-preview",
};
