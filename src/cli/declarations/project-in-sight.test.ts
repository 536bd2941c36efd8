import { describe, expect, test } from "vitest";
import { programsProject, projectInSight } from "./project-in-sight.ts";

describe("a declaration tells its project in plain sight", () => {
  test.each([
    ["plain", "name: portal\n"],
    ["without a newline", "name: portal"],
    ["in quotes", 'name: "portal"\n'],
    ["in single quotes", "name: 'portal'\n"],
    ["its key in quotes", '"name": portal\n'],
    ["with a comment", "name: portal # ours\n"],
    ["with spaces behind it", "name:   portal  \n"],
    ["with Windows line ends", "name: portal\r\nresources: {}\r\n"],
    ["behind a byte order mark", "\ufeffname: portal\n"],
    ["below the resources", "resources: {}\nname: portal\n"],
    ["beside names further in", "name: portal\nresources:\n  a:\n    properties:\n      name: other\n"],
    ["beside a text of lines further in", "name: portal\noutputs:\n  said: |\n    name: other\n"],
  ])("%s", (_, text) => {
    expect(projectInSight(text)).toBe("portal");
  });

  test.each([
    ["nothing names it", "resources: {}\n"],
    ["only something further in has a name", "resources:\n  a:\n    name: other\n"],
    ["two lines name it", "name: portal\nname: other\n"],
    ["it is a text of lines", "name: |\n  portal\n"],
    ["it is no name of a project", "name: Twenty Mistakes\n"],
    ["it is too long", `name: ${"a".repeat(64)}\n`],
    ["its quotes differ", "name: \"portal'\n"],
    ["a comment without a space belongs to it", "name: portal#ours\n"],
    ["it is an anchor", "name: &it portal\n"],
    ["it is JSON", '{ "name": "portal" }\n'],
    ["it is JSON on lines", '{\n  "name": "portal"\n}\n'],
    ["it is JSON whose lines begin alike", '{\n"name": "portal",\n"config": {\n"name": "other"\n}\n}\n'],
  ])("and does not where %s", (_, text) => {
    expect(projectInSight(text)).toBeUndefined();
  });
});

describe("a program tells its project in plain sight", () => {
  test.each([
    ["TypeScript", 'import { project } from "plumbline-sdk";\nproject("portal");\n'],
    ["TypeScript, of the whole package", "import * as plumb from 'plumbline-sdk';\nplumb.project('portal');\n"],
    ["TypeScript, on lines", 'project(\n  "portal",\n);\n'],
    ["Python", 'import plumbline_sdk as plumb\n\nplumb.project("portal")\n'],
    ["Python, by the package's name", "import plumbline_sdk\nplumbline_sdk.project( 'portal' )\n"],
    ["Python, beside a function of a like name", 'plumb.project("portal")\nget_project("other")\n'],
    ["beside another's method", 'project("portal");\nclient.project("other");\n'],
  ])("%s", (_, text) => {
    expect(programsProject(text, "folder")).toBe("portal");
  });

  test.each([
    ["nothing names it", "new iam.OAuthClient('a', {});\n"],
    ["only a function of a like name is called", 'get_project("other")\n'],
    ["only another's method is called", 'client.project("other");\n'],
  ])("its folder's where %s", (_, text) => {
    expect(programsProject(text, "folder")).toBe("folder");
  });

  test.each([
    ["it is computed", "project(`portal-${region}`);\n"],
    ["it is a variable", "project(name)\n"],
    ["two calls name it", 'if (eu) project("portal-eu");\nelse project("portal");\n'],
    ["it is no name of a project", 'project("Portal")\n'],
  ])("none where %s: only a run would tell", (_, text) => {
    expect(programsProject(text, "folder")).toBeUndefined();
  });
});
