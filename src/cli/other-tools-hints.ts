/** Commands of other tools, and what is said here for them. */
const commands: Readonly<Record<string, string>> = {
  apply: "`plumb up` plans, asks and applies.",
  deploy: "`plumb up` plans, asks and applies.",
  preview: "`plumb plan` shows what would change.",
  diff: "`plumb plan` shows what would change.",
  validate: "`plumb check` checks the declaration.",
  lint: "`plumb check` checks the declaration.",
  fmt: "There is no formatter: a declaration is YAML, which formatters of YAML format.",
  format: "There is no formatter: a declaration is YAML, which formatters of YAML format.",
  output: "Did you mean `plumb outputs`?",
  show: "`plumb state list` and `plumb state show` show what is recorded, `plumb plan --show DIGEST` a plan.",
  workspace: "`plumb stack list` lists the stacks, and `-s NAME` names one in any command.",
  taint: "`plumb up --replace NAME` makes an object anew.",
  untaint: "`plumb up --replace NAME` makes an object anew; nothing is marked beforehand.",
  delete: "`plumb destroy` removes what the stack manages.",
  remove: "`plumb destroy` removes what the stack manages, `plumb state rm` only forgets it.",
  rollback: "`plumb undo` undoes what a run did.",
  cancel: "`plumb runs cancel` ends a run.",
  status: "`plumb runs list` lists the runs, `plumb state list` what is managed.",
  logs: "`plumb runs show` shows what a run did.",
  history: "`plumb runs list` lists the runs.",
  "force-unlock": "A lease ends by itself; `plumb runs cancel` ends a run.",
  unlock: "A lease ends by itself; `plumb runs cancel` ends a run.",
  new: "`plumb init` writes a first declaration, `plumb stack new` makes a stack.",
  console: "`plumb get` and `plumb lookup` read what exists.",
  providers: "`plumb provider list` lists the origins that you trust.",
  watch: "`plumb plan --watch` plans again after each edit.",
  "stack select": "No stack is selected: `-s NAME` names one in any command.",
  "stack init": "Did you mean `plumb stack new`?",
  "stack ls": "Did you mean `plumb stack list`?",
  "stack output": "Did you mean `plumb outputs`?",
  "stack rename": "Did you mean `plumb stack mv`?",
  "stack export": "Did you mean `plumb state export`?",
  "stack import": "Did you mean `plumb state import`?",
  "state ls": "Did you mean `plumb state list`?",
  "state pull": "`plumb state export` writes all that is recorded.",
  "state push": "`plumb state import` takes back what was exported.",
  "state delete": "Did you mean `plumb state rm`?",
  "config ls": "Did you mean `plumb config list`?",
  "runs ls": "Did you mean `plumb runs list`?",
};

/** Options of other tools, without their dashes. */
const options: Readonly<Record<string, string>> = {
  "auto-approve": "`--yes` applies without a question.",
  "skip-preview": "`--yes` applies without a question; what is applied is planned first in any case.",
  var: "`--config KEY=VALUE` gives a config value.",
  "var-file": "Config values of a stack are kept in `plumb.STACK.yaml`, which `plumb config set` writes.",
  "config-file": "Config values of a stack are kept in `plumb.STACK.yaml`, which `plumb config set` writes.",
  "lock-timeout": "`--wait TIME` waits for a stack that another run holds.",
  parallelism: "Did you mean --parallel?",
  "target-dependents": "What a target needs is done with it; what leans on it is named by a `--target` of its own.",
  refresh: "A plan reads what the platforms hold in any case.",
  "refresh-only": "`plumb drift` reports what has moved, `plumb refresh` records it.",
  chdir: "`-f FOLDER/plumb.yaml` names a declaration elsewhere.",
  cwd: "`-f FOLDER/plumb.yaml` names a declaration elsewhere.",
  upgrade: "Nothing is to be upgraded: providers are part of plumb.",
};

/** What is said for a command of another tool; undefined where there is none. */
export function hintForCommand(name: string): string | undefined {
  return Object.hasOwn(commands, name) ? commands[name] : undefined;
}

/** The same for an option, whose label may have one dash or two. */
export function hintForOption(label: string): string | undefined {
  const name = label.replace(/^-+/, "");
  return Object.hasOwn(options, name) ? options[name] : undefined;
}
