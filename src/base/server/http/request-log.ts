import type { FastifyBaseLogger } from "fastify";

type Line = Parameters<FastifyBaseLogger["info"]>;

/**
 * A request's log, with the request's id on each line. The log that carries it is made with the first line: most requests
 * write none, and making it costs a redirect a twentieth of its time.
 */
export class RequestLog {
  readonly #make: () => FastifyBaseLogger;
  #made: FastifyBaseLogger | undefined;

  constructor(make: () => FastifyBaseLogger) {
    this.#make = make;
  }

  #open(): FastifyBaseLogger {
    this.#made ??= this.#make();
    return this.#made;
  }

  get level() {
    return this.#open().level;
  }
  child(...fields: Parameters<FastifyBaseLogger["child"]>) {
    return this.#open().child(...fields);
  }
  fatal(...line: Line) {
    this.#open().fatal(...line);
  }
  error(...line: Line) {
    this.#open().error(...line);
  }
  warn(...line: Line) {
    this.#open().warn(...line);
  }
  info(...line: Line) {
    this.#open().info(...line);
  }
  debug(...line: Line) {
    this.#open().debug(...line);
  }
  trace(...line: Line) {
    this.#open().trace(...line);
  }
  silent(...line: Line) {
    this.#open().silent(...line);
  }
}
