import type { Driver } from "./db/db.ts";
import type { Log } from "./log.ts";
import { publishedChannel } from "./outbox-relay.ts";

/** Commits within this time are told together. */
const gatherMs = 10;

/**
 * For a process that handles no events: tells those that do that it has published. Outside the transactions, because
 * PostgreSQL commits those that notify one after the other; what a killed process did not tell is found by the relay's sweep.
 */
export function makePublishedNotifier(driver: Pick<Driver, "query">, log: Log): () => void {
  let isRunning = false;
  let isRequested = false;

  async function run() {
    while (isRequested) {
      await new Promise((resolve) => setTimeout(resolve, gatherMs));
      isRequested = false;
      await driver.query("select pg_notify($1, '')", [publishedChannel]);
    }
  }

  return () => {
    isRequested = true;
    if (isRunning) return;
    isRunning = true;
    run()
      .catch((error) =>
        log.warn({ err: error }, "the relay could not be told of events; it finds them by itself"),
      )
      .finally(() => {
        isRunning = false;
      });
  };
}
