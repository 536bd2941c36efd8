/** For tests: a machine with the home of one user, of whom `two-users.fixture.ts` tells, and what everybody uses. */
import { chmodSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { placeOnDisk } from "../properties/temporary-place.ts";
import type { Run } from "./run-plumb.fixture.ts";
import { owner, place, runAs } from "./two-users.fixture.ts";

const declaration = `name: test
config:
  pin: { type: string, secret: true, default: none }
providers:
  google: { kind: google, project: acme, region: here }
resources:
  a:
    type: connectors:EndpointAttachment
    properties: { endpointAttachmentId: a, serviceAttachment: projects/p/regions/r/serviceAttachments/s }
`;

/** Folders of a machine; all is removed when the test ends. */
export interface SharedMachine {
  /** Belongs to root; everybody may read it. */
  readonly root: string;
  /** A folder for temporary files, with the sticky bit. */
  readonly shared: string;
  /** The owner's home, in which the declaration lies. */
  readonly home: string;
  readonly file: string;
  /** Runs plumb as the owner, in the home. */
  run(argv: readonly string[], more?: Readonly<Record<string, string>>): Run;
}

/** The owner's home with a declaration in it, and a folder for temporary files that everybody uses. */
export function sharedMachine(bundle: string): SharedMachine {
  const root = realpathSync(mkdtempSync(join(placeOnDisk, "plumb-users-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  chmodSync(root, 0o755);
  const shared = place(join(root, "tmp"), 0, 0o1777);
  const home = place(join(root, "home"), owner, 0o755);
  const file = place(join(home, "plumb.yaml"), owner, 0o644, declaration);
  const environment = { TMPDIR: shared, HOME: home };
  const run = (argv: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    runAs(owner, [bundle, ...argv], { cwd: home, environment: { ...environment, ...more } });
  return { root, shared, home, file, run };
}
