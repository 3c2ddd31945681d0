import type { Clock } from "#base/server/clock.ts";
import type { Log } from "#base/server/log.ts";
import { type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { demoRefusals } from "#modules/demo/contract/demo.refusals.ts";
import type { DemoApp } from "./open-demo-app.ts";

type Deps = {
  openApp(today: RiyadhDay): Promise<DemoApp>;
  systemClock: Clock;
  log: Pick<Log, "info" | "error">;
  /** Without a request for so long it is closed, and its memory is free. */
  idleMs?: number;
};

/** One that was replaced still finishes what it has begun. */
const finishMs = 30_000;
/** After a failure the next attempt comes no sooner. */
const retryMs = 30_000;

export type DemoStore = ReturnType<typeof makeDemoStore>;

/**
 * The demo store of this process: opened by its first visitor, opened anew in the background when a new day begins in
 * Riyadh, closed when nobody looks at it.
 */
export function makeDemoStore({ openApp, systemClock, log, idleMs = 15 * 60_000 }: Deps) {
  type Opened = { day: RiyadhDay; app: DemoApp };
  let current: Opened | undefined;
  let opening: Promise<Opened> | undefined;
  let failedAt = Number.NEGATIVE_INFINITY;
  let usedAt = 0;
  let isStopped = false;
  const closing = new Set<Promise<void>>();

  async function openFor(day: RiyadhDay): Promise<Opened> {
    const startedAt = performance.now();
    try {
      const opened = { day, app: await openApp(day) };
      const before = current;
      current = opened;
      if (before) setTimeout(() => close(before.app), finishMs).unref();
      if (isStopped) closeCurrent();
      log.info({ day, ms: Math.round(performance.now() - startedAt) }, "the demo store is open");
      return opened;
    } catch (error) {
      failedAt = performance.now();
      log.error({ err: error }, "the demo store could not be opened");
      throw error;
    }
  }

  function close(app: DemoApp) {
    const done = app
      .close()
      .catch((error) => log.error({ err: error }, "the demo store was not closed in order"));
    closing.add(done);
    void done.finally(() => closing.delete(done));
  }

  function closeCurrent() {
    const opened = current;
    current = undefined;
    if (opened) close(opened.app);
  }

  /** Today's; yesterday's while that is being opened. */
  async function getApp(): Promise<DemoApp> {
    usedAt = performance.now();
    const today = toRiyadhDay(systemClock.now());
    if (current?.day === today) return current.app;
    if (!opening && !isStopped && performance.now() - failedAt > retryMs)
      opening = openFor(today).finally(() => {
        opening = undefined;
      });
    opening?.catch(() => {}); // logged, and answered to whoever waits for it
    if (current) return current.app;
    const opened = await opening?.catch(() => undefined);
    return opened?.app ?? demoRefusals.refuse("demo.not_open");
  }

  const idleCheck = setInterval(
    () => {
      if (performance.now() - usedAt > idleMs) closeCurrent();
    },
    Math.min(idleMs, 60_000),
  );
  idleCheck.unref();

  return {
    getApp,
    async open() {
      await getApp();
    },
    isOpen: () => current !== undefined,
    async stop() {
      isStopped = true;
      clearInterval(idleCheck);
      await opening?.catch(() => {});
      closeCurrent();
      await Promise.all(closing);
    },
  };
}
