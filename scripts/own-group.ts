import { spawn } from "node:child_process";

const flag = "--in-own-group";

/** True in a program that `runInOwnGroup` started. */
export const isInOwnGroup = (): boolean => process.argv.includes(flag);

/**
 * Runs a program of ours in a process group of its own, and ends with it. Ctrl-C and test runners signal a whole group: there
 * the databases would end before the processes that use them. Here the program alone is told, and ends its parts in order.
 */
export function runInOwnGroup(program: string): void {
  const child = spawn(process.execPath, [program, flag], {
    detached: true,
    stdio: ["pipe", "inherit", "inherit"],
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill("SIGTERM"));
  child.once("exit", (code) => process.exit(code ?? 1));
}

/** In that program: stops once when it is told to, or when who started it was killed. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  const stopOnce = () => {
    if (isStopping) return;
    isStopping = true;
    stop().then(
      () => process.exit(0),
      (error: Error) => {
        process.stderr.write(`${error.stack}\n`);
        process.exit(1);
      },
    );
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stopOnce);
  process.stdin.resume().once("end", stopOnce).once("close", stopOnce);
}
