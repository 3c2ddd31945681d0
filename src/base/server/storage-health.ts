import { randomBytes } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Driver, Session } from "./db/db.ts";
import type { Log } from "./log.ts";
import { classifyStorageFault } from "./storage-faults.ts";

/** Tests whether storage takes writes, by writing something and removing it again; throws when it cannot. */
type Probe = () => Promise<void>;
type Options = { log: Log; probes: readonly Probe[]; probeMs?: number };

/**
 * Knows whether storage takes writes. Nothing is probed while all is well: the first write that fails for lack of space
 * reports it, and from then on storage is probed every second until a write succeeds.
 */
export function watchStorage({ log, probes, probeMs = 1_000 }: Options) {
  let isFailing = false;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function probe() {
    try {
      for (const runProbe of probes) await runProbe();
      isFailing = false;
      log.info("the storage takes writes again");
    } catch {
      if (!isStopped) timer = setTimeout(() => void probe(), probeMs).unref();
    }
  }

  return {
    isWritable: () => !isFailing,
    /** Starts probing when the error came from the storage. */
    reportError(error: unknown): void {
      if (isFailing || isStopped || classifyStorageFault(error) === null) return;
      isFailing = true;
      log.error({ err: error }, "the storage does not take writes");
      timer = setTimeout(() => void probe(), probeMs).unref();
    },
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

const probeBytes = 262_144;

/**
 * The database: a temporary table allocates new pages and is rolled back, and a record goes into the write-ahead log.
 */
export function databaseProbe(driver: Driver): Probe {
  return async () => {
    const done = new Error("rolled back on purpose");
    const writeProbe = async (session: Session) => {
      await session.script(`
        create temporary table storage_probe (bytes text) on commit drop;
        alter table storage_probe alter column bytes set storage plain;
        insert into storage_probe select repeat('x', 1024) from generate_series(1, ${probeBytes / 1_024});
        select pg_logical_emit_message(true, 'rawaj', 'probe')`);
      throw done;
    };
    await driver.transaction(writeProbe).catch((error) => {
      if (error !== done) throw error;
    });
  };
}

/** A folder: a file is written to the disk and deleted. */
export function folderProbe(folder: string): Probe {
  return async () => {
    await mkdir(folder, { recursive: true });
    const path = join(folder, `.probe-${process.pid}`);
    try {
      const file = await open(path, "w");
      try {
        await file.write(randomBytes(probeBytes));
        await file.sync();
      } finally {
        await file.close();
      }
    } finally {
      await rm(path, { force: true });
    }
  };
}

/** The same database, reporting each error. */
export function withErrorReporting(driver: Driver, reportError: (error: unknown) => void): Driver {
  const reporting = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      reportError(error);
      throw error;
    }
  };
  return {
    ...driver,
    query: (text, values, statementName) => reporting(driver.query(text, values, statementName)),
    script: (text) => reporting(driver.script(text)),
    transaction: (work) => reporting(driver.transaction(work)),
  };
}
