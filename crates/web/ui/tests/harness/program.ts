// The program under test, serving a store of its own.

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

/** The folder of the workspace. */
export const WORKSPACE = resolve(import.meta.dirname, "../../../../..");

/** The program that is tested. */
const PROGRAM = process.env.SPIELBAUM_PROGRAM ?? join(WORKSPACE, "target/debug/spielbaum");

/** Milliseconds that the program may take to listen, or to end. */
const PATIENCE = 30_000;

/** A server on a free port of this machine, with a store that goes when it goes. */
export class Program {
  private constructor(
    private readonly folder: string,
    private child: ChildProcess,
    /** The address of the page, ending in a slash. */
    readonly address: string,
  ) {}

  static async start(): Promise<Program> {
    const folder = await mkdtemp(join(tmpdir(), "spielbaum-page-"));
    const { child, address } = await serve(folder, "0");
    return new Program(folder, child, address);
  }

  /** Runs another command of the program, which keeps what it plays in the store that is served. */
  async run(...words: string[]): Promise<void> {
    await promisify(execFile)(PROGRAM, [...words, "--db", storeIn(this.folder)], { timeout: PATIENCE });
  }

  /** Ends it at once, as a failing machine would. */
  async kill(): Promise<void> {
    await ended(this.child, "SIGKILL");
  }

  /** Serves the same store at the same address again. */
  async restart(): Promise<void> {
    await this.kill();
    ({ child: this.child } = await serve(this.folder, new URL(this.address).port));
  }

  /** Ends it as Ctrl-C does, and takes its store away. */
  async close(): Promise<void> {
    await ended(this.child, "SIGINT");
    await rm(this.folder, { recursive: true, force: true });
  }
}

const storeIn = (folder: string) => join(folder, "store.db");

async function serve(folder: string, port: string): Promise<{ child: ChildProcess; address: string }> {
  const args = ["web", "--port", port, "--cache", "never", "--db", storeIn(folder)];
  const child = spawn(PROGRAM, args, { stdio: ["ignore", "pipe", "pipe"] });
  let told = "";
  const address = await new Promise<string>((found, failed) => {
    const late = setTimeout(() => failed(new Error(`${PROGRAM} does not listen. ${told}`)), PATIENCE);
    child.on("error", (error) =>
      failed(new Error(`${PROGRAM} cannot be started (${error.message}); build it: cargo build`)),
    );
    child.on("exit", (code) => failed(new Error(`${PROGRAM} ended with ${code}. ${told}`)));
    child.stderr?.on("data", (data: Buffer) => (told += data.toString()));
    child.stdout?.on("data", (data: Buffer) => {
      const [line] = /^http:\S+/.exec(data.toString()) ?? [];
      if (line === undefined) return;
      clearTimeout(late);
      found(line);
    });
  });
  return { child, address };
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise<void>((over, failed) => {
    const late = setTimeout(() => failed(new Error(`the program does not end on ${signal}`)), PATIENCE);
    child.once("exit", () => {
      clearTimeout(late);
      over();
    });
    child.kill(signal);
  });
}
