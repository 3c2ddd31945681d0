import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export type Meters = ReturnType<typeof makeMeters>;

/** The program's own metrics, for `/metrics`. */
export function makeMeters() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requestSeconds: new Histogram({
      name: "http_request_seconds",
      help: "Time to answer a request",
      labelNames: ["method", "route", "status"],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 3, 10],
      registers: [registry],
    }),
    streams: new Gauge({ name: "live_streams", help: "Open live streams", registers: [registry] }),
    refusedConnections: new Counter({
      name: "refused_connections_total",
      help: "Connections refused because their address, or all together, had too many",
      labelNames: ["why"],
      registers: [registry],
    }),
    clicks: new Counter({
      name: "clicks_total",
      help: "Clicks recorded, by kind of visitor",
      labelNames: ["visitor"],
      registers: [registry],
    }),
  };
}
