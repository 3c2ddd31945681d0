import { connect } from "node:net";

/** The readers' task: open this many streams, count for this long, and report what came. */
export type ReadersPlan = { port: number; streams: number };
export type ReadersReport = {
  /** Events that came, and milliseconds from their commit to their reader. */
  received: number;
  p50: number;
  p99: number;
  /** Streams that were cut. */
  cut: number;
};
export type ReaderMessage = { kind: "open" } | { kind: "report"; report: ReadersReport };

/** The token of the n-th merchant's session, as `live.bench.ts` seeds it. */
export const toToken = (nth: number): string => `live-bench-session-${nth}`;

/**
 * A separate process that reads live streams over plain sockets. An event's name contains the time of its commit:
 * `bench.<milliseconds>`. On "report" it sends what came since the last "forget".
 */
let delays: number[] = [];
let cut = 0;

async function openAll({ port, streams }: ReadersPlan) {
  const atOnce = 50;
  for (let from = 0; from < streams; from += atOnce) {
    const batch = Array.from({ length: Math.min(atOnce, streams - from) }, (_, n) =>
      openStream(port, from + n),
    );
    await Promise.all(batch);
  }
  process.send?.({ kind: "open" } satisfies ReaderMessage);
}

function openStream(port: number, nth: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let rest = "";
    socket.setEncoding("latin1");
    socket.write(`GET /live HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${toToken(nth)}\r\n\r\n`);
    socket.on("error", () => {});
    socket.on("close", () => {
      cut += 1;
      reject(new Error(`stream ${nth} was cut: ${rest}`));
    });
    socket.on("data", (text: string) => {
      const now = Date.now();
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (line === "event: ready") resolve();
        const committedAt = /^data: \{"name":"bench\.(\d+)"\}$/.exec(line)?.[1];
        if (committedAt) delays.push(now - Number(committedAt));
      }
    });
  });
}

function report(): ReadersReport {
  const sorted = Float64Array.from(delays).sort();
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { received: delays.length, p50: at(0.5), p99: at(0.99), cut };
}

function forget(): void {
  delays = [];
  cut = 0;
}

if (process.send) {
  process.on("message", (message: ReadersPlan | "report" | "forget") => {
    if (message === "report") process.send?.({ kind: "report", report: report() } satisfies ReaderMessage);
    else if (message === "forget") forget();
    else void openAll(message);
  });
  process.once("disconnect", () => process.exit(0));
}
