import { spawn, spawnSync } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import { plumbProgram, surroundings } from "./run-plumb.fixture.ts";

/** Pseudo-terminals are made by Python. */
export const hasPython = spawnSync("python3", ["--version"]).status === 0;

/** Runs a command on a terminal of its own; each line of stdin is `key HEX` or `size COLUMNS ROWS`. */
const terminal = `
import fcntl, os, pty, select, signal, struct, sys, termios
def size(columns, rows):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
pid, terminal = pty.fork()
if pid == 0:
    os.read(0, 1)
    os.execvp(sys.argv[3], sys.argv[3:])
size(int(sys.argv[1]), int(sys.argv[2]))
os.write(terminal, b"\\n")
told, skipped = b"", False
ends = [terminal, 0]
while True:
    ready = select.select(ends, [], [])[0]
    if 0 in ready:
        piece = os.read(0, 65536)
        if not piece:
            ends.remove(0)
        told += piece
        while b"\\n" in told:
            line, told = told.split(b"\\n", 1)
            word, *rest = line.decode().split()
            if word == "key":
                os.write(terminal, bytes.fromhex(rest[0]))
            else:
                size(int(rest[0]), int(rest[1]))
                os.kill(pid, signal.SIGWINCH)
    if terminal in ready:
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            break
        if not piece:
            break
        os.write(1, piece)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) % 256)
`;

interface Ended {
  readonly exitCode: number | null;
  /** All that was written, as it was. */
  readonly screen: string;
}

export interface OnTerminal {
  /** Resolves once the screen has held a text, or the command has ended. */
  says(text: string): Promise<void>;
  /** Types keys, given as bytes in hexadecimal digits. */
  type(hex: string): void;
  /** Makes the window another size, and tells the command. */
  resize(columns: number, rows: number): void;
  readonly ended: Promise<Ended>;
  kill(): void;
}

export interface TerminalOptions {
  readonly columns?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts `plumb` on a terminal of its own. */
export function onTerminal(
  argv: readonly string[],
  cwd: string,
  { columns = 80, environment = {} }: TerminalOptions = {},
): OnTerminal {
  const line = ["-c", terminal, String(columns), "24", process.execPath, plumbProgram, ...argv];
  const child = spawn("python3", line, {
    ...{ cwd, stdio: ["pipe", "pipe", "inherit"] },
    env: { ...surroundings(), TERM: "xterm", ...environment },
  });
  let screen = "";
  let heard = () => {};
  child.stdout.setEncoding("utf8").on("data", (piece: string) => {
    screen += piece;
    heard();
  });
  const ended = new Promise<Ended>((resolve) => {
    child.once("close", (exitCode) => {
      resolve({ exitCode, screen });
      heard();
    });
  });
  const tell = (order: string) => child.stdin.write(`${order}\n`);
  return {
    says: (text) =>
      new Promise((resolve) => {
        const isOver = () => child.exitCode !== null;
        heard = () => {
          if (screen.includes(text) || isOver()) resolve();
        };
        heard();
      }),
    type: (hex) => tell(`key ${hex}`),
    resize: (columns_, rows) => tell(`size ${columns_} ${rows}`),
    ended,
    kill: () => child.kill("SIGKILL"),
  };
}

/** The last line with anything on it of what a terminal shows in the end. */
export function lastLine(screen: string): string {
  const plain = stripVTControlCharacters(screen).split(/[\r\n]+/);
  return plain.map((line) => line.trim()).findLast((line) => line !== "") ?? "";
}
