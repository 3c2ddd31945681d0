import pino from "pino";

export type Log = pino.Logger;

/** Names whose values never reach a log line, at any of the depths we write. */
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

/** JSON lines on stdout. Secrets are removed by name; numbers of people are masked where they are written. */
export function makeLog(level: string): Log {
  const paths = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths, censor: "[removed]" },
    serializers: { err: describeError },
  });
}

/** `+966501234567` as `05•••••567`. */
export function maskMobile(mobile: string): string {
  return `0${mobile.slice(4, 5)}•••••${mobile.slice(-3)}`;
}

/** The parts of an error worth reading: a database error's bundle of source or a query's values are left out. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, detail, constraint, table } = error as Error & Record<string, unknown>;
  const cause = error.cause instanceof Error ? error.cause.message : undefined;
  const stack = error.stack?.split("\n").slice(0, 12).join("\n").slice(0, 3_000);
  return {
    name: error.name,
    message: error.message.slice(0, 2_000),
    code,
    detail,
    constraint,
    table,
    cause,
    stack,
  };
}
