import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { measureTopTalkers } from "./top-talkers.ts";

export type Meters = ReturnType<typeof makeMeters>;

/** Reads what is only known by asking, such as the age of a queue, into its gauges. */
type Sample = () => Promise<void>;

/** However often they are scraped, samples are taken no more often than this: they ask the database. */
const sampleMs = 10_000;

/**
 * The program's own metrics, for `/metrics`; modules add theirs to the registry, and docs/metrics.md explains all. Names
 * end with their unit. No label takes its values from outside, except the id of the merchants that use most. What is
 * measured of the process (`ofProcess`) is measured until it ends, so only the product itself does.
 */
export function makeMeters({ ofProcess = true } = {}) {
  const registry = new Registry();
  if (ofProcess) collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const samples: Sample[] = [];
  let sampledAt = Number.NEGATIVE_INFINITY;
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge<Label>({ name, help, labelNames, registers });
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter<Label>({ name, help, labelNames, registers });

  return {
    registry,
    requestSeconds: new Histogram({
      name: "http_request_seconds",
      help: "Time to answer a request",
      labelNames: ["method", "route", "status"],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 3, 10],
      registers,
    }),
    streams: gauge("live_streams", "Open live streams"),
    refusedConnections: counter(
      "refused_connections_total",
      "Connections refused because their address, or all together, had too many",
      ["why"],
    ),
    cspViolations: counter("csp_violations_total", "What pages' policies stopped, as browsers report it", [
      "directive",
    ]),
    cspReportsDropped: counter("csp_reports_dropped_total", "Reports of browsers that were not read", [
      "why",
    ]),
    clicks: counter("clicks_total", "Clicks recorded, by kind of visitor", ["visitor"]),

    vendorSeconds: new Histogram({
      name: "vendor_request_seconds",
      help: "Time of a call to another system, by what came of it",
      labelNames: ["vendor", "method", "outcome"],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 3, 10, 30],
      registers,
    }),
    databaseSeconds: new Histogram({
      name: "database_seconds",
      help: "Time of a statement outside a transaction, or of a whole transaction, with the wait for a connection",
      labelNames: ["kind"],
      buckets: [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 3, 10],
      registers,
    }),
    databaseWaitSeconds: new Histogram({
      name: "database_wait_seconds",
      help: "How long a transaction waited for a connection",
      buckets: [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 3, 10],
      registers,
    }),
    databaseErrors: counter(
      "database_errors_total",
      "Failed statements and transactions, by class of SQLSTATE",
      ["class"],
    ),
    databaseInUse: gauge(
      "database_in_use",
      "Statements and transactions under way or waiting for a connection",
    ),
    databasePool: gauge("database_pool_size", "Connections that this process may open"),

    jobSeconds: new Histogram({
      name: "job_seconds",
      help: "Time of one run of a background job",
      labelNames: ["queue", "outcome"],
      buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120, 600],
      registers,
    }),
    queueAge: gauge("job_queue_age_seconds", "How long the oldest job that is due has waited", ["queue"]),
    queueWaiting: gauge("job_queue_waiting", "Jobs that are due, counted up to 1,000", ["queue"]),
    deadLetters: gauge("dead_letters", "Jobs and events that were given up, counted up to 1,000", ["kind"]),
    outboxAge: gauge("outbox_age_seconds", "Age of the oldest event that has no position yet"),
    outboxLag: gauge("outbox_lag_seconds", "Age of the oldest event that a subscription has not handled", [
      "subscription",
    ]),
    replicaLag: gauge(
      "database_replica_lag_seconds",
      "How far a replica is behind, as the primary knows it",
      ["replica"],
    ),
    storageIsWritable: gauge("storage_is_writable", "1 while the disk and the database take writes"),

    alarms: counter("alarms_total", "Log lines that need a person, by their alarm", ["alarm"]),
    merchants: measureTopTalkers(registry),

    /** Taken before metrics are read, every 10 s at most. A sample that fails leaves the last value, and is counted. */
    addSample: (sample: Sample) => void samples.push(sample),
    failedSamples: counter("failed_samples_total", "Readings of the database for metrics that failed", []),
    /** All metrics in the text format of Prometheus. */
    async render(): Promise<string> {
      if (performance.now() - sampledAt > sampleMs) {
        sampledAt = performance.now();
        const taken = await Promise.allSettled(samples.map((sample) => sample()));
        this.failedSamples.inc(taken.filter(({ status }) => status === "rejected").length);
      }
      return registry.metrics();
    },
  };
}
