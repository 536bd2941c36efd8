/** The tutorial, and a shell in a folder of its own in which its commands run on this terminal. */
export interface Lesson {
  /** The page `docs/tutorial.md`, as Markdown. */
  readonly page: string;
  /** Runs a command, and gives the code that it ends with. What one command begins or exports is there for the next. */
  run(command: string): Promise<number>;
  /** The id of the newest run in the folder; null where there is none. */
  newestRun(): Promise<string | null>;
  /** Ends the shell, with all that its commands have begun. */
  close(): void;
}
