export type DraftRunner = ReturnType<typeof makeDraftRunner>;

/** Runs the work at once or after a while, one run at a time; what is asked for meanwhile runs after it. */
export function makeDraftRunner(work: () => Promise<void>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> = Promise.resolve();

  function run(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    running = running.catch(() => {}).then(work);
    return running;
  }

  return {
    run,
    /** The last call counts: each begins the wait anew. */
    schedule(afterMs: number) {
      clearTimeout(timer);
      timer = setTimeout(run, afterMs);
    },
    /** Runs what is scheduled. */
    flush() {
      if (timer !== undefined) void run();
    },
    /** Waits for the run in progress, whatever comes of it. */
    settle: () => running.catch(() => {}),
  };
}
