import type { Mistake } from "../mistake.ts";

/** Files that are not there, or can't be read whole. */
export const files: readonly Mistake[] = [
  { name: "no declaration", bare: true, says: ["plumb.yaml", "plumb init", "-f"] },
  {
    name: "a declaration with the other ending",
    bare: true,
    files: { "plumb.yml": "name: portal\n" },
    says: ["plumb.yaml", "-f plumb.yml"],
  },
  { name: "a named file is misspelt", line: "check -f plumb.yalm", says: ["plumb.yalm", "did you mean plumb.yaml?"] },
  { name: "the folder for the file", line: "check -f .", says: [".", "a folder", "-f", "plumb.yaml"] },
  {
    name: "a folder of the declaration's name",
    bare: true,
    files: { "plumb.yaml": { kind: "folder" } },
    says: ["plumb.yaml", "a folder"],
  },
  {
    name: "a pipe that no process writes to",
    line: "check -f pipe",
    files: { pipe: { kind: "pipe" } },
    says: ["pipe", "a pipe"],
  },
  {
    name: "a link that leads back to itself",
    line: "check -f loop",
    files: { loop: { kind: "loop" } },
    says: ["loop", "link"],
    never: ["ELOOP"],
  },
  {
    name: "a file that may not be read",
    line: "check -f closed.yaml",
    files: { "closed.yaml": { kind: "closed" } },
    says: ["closed.yaml", "right to read"],
    never: ["EACCES"],
  },
  {
    name: "a file taken for a folder",
    line: "check -f plumb.yaml/portal.yaml",
    says: ["plumb.yaml/portal.yaml", "no folder"],
    never: ["ENOTDIR"],
  },
  {
    name: "a file of Terraform",
    line: "check -f main.tf",
    files: { "main.tf": 'resource "google_iam_oauth_client" "portal" {\n  location = "global"\n}\n' },
    says: ["main.tf", "Terraform", "plumb init"],
  },
  {
    name: "a program in a language that there is no SDK for",
    line: "check -f plumb.go",
    files: { "plumb.go": "package main\n\nfunc main() {}\n" },
    says: ["plumb.go", ".yaml, .json, .ts, .js or .py"],
  },
  {
    name: "bytes that are not UTF-8",
    files: {
      "plumb.yaml": { bytes: Buffer.from("name: portal\nresources:\n  m\xfcnchen: {}\n", "latin1") },
    },
    says: ["plumb.yaml", "line 3", "UTF-8"],
  },
  {
    name: "a binary file",
    line: "check -f photo.png",
    files: { "photo.png": { bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13] } },
    says: ["photo.png", "not a text"],
  },
  {
    name: "`convert` to a file that is there",
    line: "convert --to yaml --out other.yaml",
    files: { "other.yaml": "name: other\n" },
    says: ["other.yaml", "exists already", "another name"],
  },
  {
    name: "JSON with a comma too many",
    line: "check -f portal.json",
    files: { "portal.json": '{\n  "name": "portal",\n  "resources": {▸,}\n}\n' },
    says: ["comma"],
    never: ["flow collection"],
  },
];
