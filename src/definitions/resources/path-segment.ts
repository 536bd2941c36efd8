/**
 * Limits of values that become one segment of a platform's path: without them, a value could lead to another object.
 */
export const pathSegment = [
  { pattern: "^[^/]+$", description: "must be a single name: not empty and without slashes" },
  { pattern: "^(?!\\.{1,2}$)", description: "must not be `.` or `..`" },
] as const;

/** Limits of values that become several segments of a platform's path. */
export const pathSegments = [
  { pattern: "[^/]", description: "must name something: it holds nothing but slashes" },
  // A platform reads over an empty name: two spellings would stand for one object.
  { pattern: "^/*[^/]+(/[^/]+)*$|^/*$", description: "must not end with a slash, nor have two between names" },
  { pattern: "^(?!(.*/)?\\.{1,2}(/|$))", description: "must not have `.` or `..` between slashes" },
] as const;
