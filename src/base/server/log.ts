import pino from "pino";
import { currentTraceId } from "./tracing.ts";

export type Log = pino.Logger;

/** Names whose values never reach a log line, at any nesting depth we log. */
const secretNames = [
  "authorization",
  "access_token",
  "refresh_token",
  "token",
  "secret",
  "secret_token",
  "client_secret",
  "password",
  "code",
  "mobile_number",
  "cookie",
];

let countAlarm: (alarm: string) => void = () => {};

/** From now on, every line with an `alarm` is counted under it: the line is for a person, the count wakes one. */
export function observeAlarms(observer: (alarm: string) => void): void {
  countAlarm = observer;
}

/** Added to each line: the trace it belongs to. */
function describeLine({ alarm }: { alarm?: unknown }) {
  if (typeof alarm === "string") countAlarm(alarm);
  return currentTraceId();
}

/**
 * JSON lines on stdout, whose fields docs/logs.md describes, or where a test reads them. Secrets are removed by name; mobile numbers are masked where they
 * are logged.
 */
export function makeLog(level: string, destination?: pino.DestinationStream): Log {
  const paths = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths, censor: "[removed]" },
    serializers: { err: describeError },
    mixin: describeLine,
  };
  return destination ? pino(options, destination) : pino(options);
}

/** `+966501234567` as `05•••••567`. */
export function maskMobile(mobile: string): string {
  return `0${mobile.slice(4, 5)}•••••${mobile.slice(-3)}`;
}

/**
 * The useful parts of an error. Left out: a database error's source location, a query's values, and the `detail` that
 * repeats a row's values (a mobile number among them); the constraint and the table are enough.
 */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, constraint, table } = error as Error & Record<string, unknown>;
  const cause = error.cause instanceof Error ? error.cause.message : undefined;
  const stack = error.stack?.split("\n").slice(0, 12).join("\n").slice(0, 3_000);
  return {
    name: error.name,
    message: error.message.slice(0, 2_000),
    error_code: code, // not `code`: under that name a sign-in code would be removed
    constraint,
    table,
    cause,
    stack,
  };
}
