import { connect } from "node:net";
import type { LoadPlan, LoadResult } from "./load.ts";

/**
 * Loads a server over plain sockets with as little work per request as possible: on a small machine a full HTTP client
 * would take more of the processor than the server that is measured.
 */
type Line = { sendRequest(dueAt: number): void };

process.once("message", (plan: LoadPlan) => run(plan));
process.once("disconnect", () => process.exit(1));

function run(plan: LoadPlan): void {
  const times: number[] = [];
  const clickIds: string[] = [];
  const idle: Line[] = [];
  const due: number[] = [];
  let sent = 0;
  let failed = 0;
  let firstFailure: string | undefined;
  let isOver = false;
  const startedAt = performance.now();
  const endsAt = startedAt + plan.seconds * 1_000;

  function finish(): void {
    if (isOver) return;
    isOver = true;
    const seconds = (performance.now() - startedAt) / 1_000;
    const sorted = Float64Array.from(times).sort();
    const at = (share: number) =>
      sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
    const result: LoadResult = {
      answered: times.length,
      failed: failed + due.length,
      perSecond: times.length / seconds,
      p50: at(0.5),
      p95: at(0.95),
      p99: at(0.99),
      clickIds,
      firstFailure,
    };
    process.send?.(result, () => process.exit(0));
  }

  function answered(status: number, text: string, sentAt: number, line: Line): void {
    const now = performance.now();
    if (isOver) return;
    if (status === plan.expect) times.push(now - sentAt);
    else {
      failed += 1;
      firstFailure ??= text.slice(0, 1_000);
    }
    if (plan.collectsClickIds) {
      const id = /[?&]rwj=([\w-]+)/.exec(text)?.[1];
      if (id) clickIds.push(id);
    }
    if (now >= endsAt || times.length >= (plan.answers ?? Number.POSITIVE_INFINITY)) finish();
    else if (plan.perSecond !== undefined) dispatchNext(line);
    else sendAnother(line, now);
  }

  /** No more than the answers that are wanted: none is under way when the load ends. */
  function sendAnother(line: Line, now: number): void {
    if (sent >= (plan.answers ?? Number.POSITIVE_INFINITY)) return;
    sent += 1;
    line.sendRequest(now);
  }

  /** In open loop a free connection takes the request that waits longest; when none waits, it becomes idle. */
  function dispatchNext(line: Line): void {
    const next = due.shift();
    if (next === undefined) idle.push(line);
    else line.sendRequest(next);
  }

  const nextRequest = makeRequests(plan);
  let open = plan.connections;
  const cut = () => {
    if (isOver) return;
    failed += 1;
    open -= 1;
    if (open === 0) finish();
  };
  for (let n = 0; n < plan.connections; n += 1) {
    openLine({ port: plan.port, nextRequest, answered, cut }, (line) =>
      plan.perSecond === undefined ? sendAnother(line, performance.now()) : idle.push(line),
    );
  }
  if (plan.perSecond !== undefined) schedulePace(plan.perSecond, endsAt, idle, due, finish);
  else setTimeout(finish, plan.seconds * 1_000 + 2_000);
}

/** Makes requests due at an even rate; one that finds no idle connection waits, and its wait is counted. */
function schedulePace(
  perSecond: number,
  endsAt: number,
  idle: Line[],
  due: number[],
  finish: () => void,
): void {
  const stepMs = 1_000 / perSecond;
  let next = performance.now() + 100;
  const timer = setInterval(() => {
    const now = performance.now();
    for (; next <= now && next < endsAt; next += stepMs) {
      const line = idle.pop();
      if (line) line.sendRequest(next);
      else due.push(next);
    }
    if (now >= endsAt) {
      clearInterval(timer);
      setTimeout(finish, 1_000);
    }
  }, 1);
}

/** Writes one request after the other, with its own numbers filled in. */
function makeRequests(plan: LoadPlan): () => string {
  const { port, path, method = "GET", headers = {}, body } = plan;
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const head = makeFill(`${method} ${path} HTTP/1.1\r\n${lines.join("")}`);
  const content = makeFill(body ?? "");
  let k = plan.numbersFrom ?? 0;
  return () => {
    const n = (plan.from ?? 0) + Math.floor(Math.random() * (plan.count ?? 1));
    k += 1;
    if (body === undefined) return `${head(n, k)}\r\n`;
    const json = content(n, k);
    const length = Buffer.byteLength(json);
    return `${head(n, k)}content-type: application/json\r\ncontent-length: ${length}\r\n\r\n${json}`;
  };
}

/** A text with `{n}`, `{k}` and their remainders, as `{k%64}`, filled in; it is cut into its pieces once. */
function makeFill(text: string): (n: number, k: number) => string {
  const pieces = text.split(/(\{[nk](?:%\d+)?\})/);
  if (pieces.length === 1) return () => text;
  const parts = pieces.map((piece) => {
    const [, name, divisor] = /^\{([nk])(?:%(\d+))?\}$/.exec(piece) ?? [];
    if (!name) return () => piece;
    const by = divisor ? Number(divisor) : Number.POSITIVE_INFINITY;
    return name === "n" ? (n: number) => n % by : (_: number, k: number) => k % by;
  });
  return (n, k) => parts.map((part) => part(n, k)).join("");
}

type Requests = {
  port: number;
  nextRequest(): string;
  answered(status: number, text: string, sentAt: number, line: Line): void;
  cut(): void;
};

function openLine({ port, nextRequest, answered, cut }: Requests, ready: (line: Line) => void): void {
  const socket = connect(port, "127.0.0.1");
  let sentAt = 0;
  let read = "";
  const line: Line = {
    sendRequest(dueAt) {
      sentAt = dueAt;
      socket.write(nextRequest());
    },
  };
  socket.setNoDelay(true).setEncoding("latin1");
  socket.once("connect", () => ready(line));
  socket.once("close", cut);
  socket.on("error", () => {});
  socket.on("data", (text: string) => {
    read += text;
    const headEnds = read.indexOf("\r\n\r\n");
    if (headEnds < 0) return;
    const bodyBytes = Number(
      /\r\ncontent-length: *(\d+)/i.exec(read.slice(0, headEnds + 2))?.[1] ?? Number.NaN,
    );
    if (Number.isNaN(bodyBytes)) throw new Error(`an answer without a length: ${read.slice(0, 200)}`);
    if (read.length < headEnds + 4 + bodyBytes) return;
    const answer = read;
    read = "";
    answered(Number(answer.slice(9, 12)), answer, sentAt, line);
  });
}
