import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Clock } from "#base/server/clock.ts";
import type { Log } from "#base/server/log.ts";
import { type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { findTemplate } from "./templates.ts";

const program = join(import.meta.dirname, "prepare-day.ts");
const run = promisify(execFile);

/** What this process is having made: who needs it meanwhile waits for that. */
const making = new Map<string, Promise<unknown>>();

type Options = {
  /** Yields the processor to everything else on the machine. */
  isAhead?: boolean;
  signal?: AbortSignal;
};

/** Has the day's template made by a program of its own where it is missing; returns its folder. */
export async function prepareDay(
  templates: string,
  today: RiyadhDay,
  { isAhead = false, signal }: Options = {},
): Promise<string> {
  const template = await findTemplate(templates, today);
  if (existsSync(template)) return template;
  const begun = making.get(template) ?? make();
  making.set(template, begun);
  await begun.finally(() => making.delete(template));
  return template;

  function make() {
    const running = run(process.execPath, [program, templates, today], signal ? { signal } : {});
    if (isAhead && running.child.pid) setPriority(running.child.pid, constants.priority.PRIORITY_LOW);
    return running;
  }
}

type Deps = {
  /** Resolves when the day's template is there. */
  prepare(today: RiyadhDay, options: Options): Promise<unknown>;
  systemClock: Clock;
  log: Pick<Log, "error">;
};

/** What starts with the program comes first. */
const beginAfterMs = 60_000;
/** How long after midnight in Riyadh a day's template may be missing. */
const checkEveryMs = 5 * 60_000;

/** Keeps today's template made, so that the first visitor of a day does not wait for it. */
export function prepareDays({ prepare, systemClock, log }: Deps): { stop(): void } {
  const stopping = new AbortController();
  let begunFor: RiyadhDay | undefined;

  async function prepareToday() {
    const today = toRiyadhDay(systemClock.now());
    if (begunFor === today) return;
    begunFor = today;
    try {
      await prepare(today, { isAhead: true, signal: stopping.signal });
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ err: error }, "the demo store's day could not be prepared");
    }
  }

  const first = setTimeout(prepareToday, beginAfterMs).unref();
  const every = setInterval(prepareToday, checkEveryMs).unref();
  return {
    stop() {
      clearTimeout(first);
      clearInterval(every);
      stopping.abort();
    },
  };
}
