/** A part of the tutorial: a line to read, or a command to run. */
export type TutorialStep =
  | { readonly kind: "heading" | "text"; readonly text: string }
  | { readonly kind: "command"; readonly command: string };

/** The page of the tutorial, without what its commands print and where its links lead. */
export function tutorialSteps(page: string): readonly TutorialStep[] {
  const steps: TutorialStep[] = [];
  let isConsole = false;
  let isParagraph = false;
  for (const line of page.split("\n")) {
    const last = steps.at(-1);
    if (line.startsWith("```")) isConsole = !isConsole;
    else if (isConsole && line.startsWith("$ ")) steps.push({ kind: "command", command: line.slice(2) });
    else if (isConsole && line.startsWith("> ") && last?.kind === "command")
      steps.splice(-1, 1, { kind: "command", command: `${last.command}\n${line.slice(2)}` });
    else if (!isConsole && line !== "") {
      const text = line.replace(/^#+ /, "").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
      if (isParagraph && last?.kind === "text") steps.splice(-1, 1, { kind: "text", text: `${last.text} ${text}` });
      else steps.push({ kind: line.startsWith("#") ? "heading" : "text", text });
    }
    isParagraph = !isConsole && line !== "" && !/^(#|```)/.test(line);
  }
  return steps;
}
