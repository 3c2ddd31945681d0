import type { FastifyInstance } from "fastify";
import type { ReadReplica, WalPosition } from "../db/read-replica.ts";
import { readCookie } from "./cookies.ts";

const cookieName = "rawaj_read_after";
const readingMethods = new Set(["GET", "HEAD", "OPTIONS"]);

type Deps = { replica: Pick<ReadReplica, "loadPosition">; maxLagMs: number; isSecure: boolean };

/**
 * Gives a browser, after each request that may have written, the database's position as a cookie: what it reads next comes
 * from a server that has it, whichever of our processes is asked. The cookie lives as long as a replica may be behind:
 * after that every replica we read from has it.
 */
export function handOutPositions(app: FastifyInstance, { replica, maxLagMs, isSecure }: Deps): void {
  const attributes = [
    "Path=/",
    `Max-Age=${Math.ceil(maxLagMs / 1_000) + 1}`,
    "HttpOnly",
    "SameSite=Lax",
    ...(isSecure ? ["Secure"] : []),
  ].join("; ");
  app.addHook("onSend", async (request, reply) => {
    if (readingMethods.has(request.method)) return;
    // Without it the writer reads what the replica has, which is less than a second old as a rule.
    const position = await replica.loadPosition().catch(() => undefined);
    if (position !== undefined) reply.header("set-cookie", `${cookieName}=${position}; ${attributes}`);
  });
}

/** The position up to which the sender of this header has to see; undefined when it has not written lately. */
export function readPosition(cookies: string | undefined): WalPosition | undefined {
  const value = readCookie(cookies, cookieName);
  const position = Number(value);
  return value !== undefined && Number.isSafeInteger(position) && position > 0 ? position : undefined;
}
