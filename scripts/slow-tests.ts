import type { Reporter, TestModule } from "vitest/node";

const shown = 15;

/** Lists the slowest test files at the end of a run, so that a slow one is seen the day it becomes slow. */
export default class SlowTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= shown) return;
    const slowest = modules
      .map((module) => ({ file: module.relativeModuleId, seconds: module.diagnostic().duration / 1_000 }))
      .sort((one, other) => other.seconds - one.seconds)
      .slice(0, shown);
    console.log(
      `\n Slowest files\n${slowest.map(({ file, seconds }) => `  ${seconds.toFixed(1).padStart(6)} s  ${file}`).join("\n")}\n`,
    );
  }
}
