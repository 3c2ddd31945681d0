import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { FileContent } from "#base/server/http/handlers.ts";
import { makePixelLimits } from "./pixel-limits.ts";
import { maxPixelBytes, type PixelOutcome, receivePixel } from "./receive-pixel.ts";
import type { StoresDeps } from "./stores.deps.ts";

const statuses: Record<PixelOutcome, number> = {
  accepted: 204,
  invalid: 400,
  forbidden: 403,
  unknown: 404,
  too_many: 429,
};

/** It is sent by pages of other origins. */
const corsHeaders = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" };

/** `/px`, which receives the pixel's events. The signature of a merchant's server covers the raw bytes. */
export function mountPixelEvents(app: FastifyInstance, deps: StoresDeps): void {
  const receive = receivePixel({ ...deps, limits: makePixelLimits(deps.systemClock) });
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const limit = { parseAs: "buffer" as const, bodyLimit: maxPixelBytes };
    scope.addContentTypeParser("*", limit, (_request, body, done) => done(null, body));
    scope.post("/px", async (request, reply) => {
      const { headers, ip } = request;
      const outcome = await receive({
        body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        origin: headers.origin,
        signature: firstHeader(headers["x-rawaj-signature"]),
        address: ip,
      });
      return reply.headers(corsHeaders).status(statuses[outcome]).send();
    });
  });
}

const firstHeader = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);

/** `pixel.js`, which own sites load on their pages. */
export function makePixelFile(): FileContent {
  const source = readFileSync(join(import.meta.dirname, "../pixel/pixel.js"), "utf8");
  const script = Buffer.from(minify(source));
  return {
    mime: "text/javascript; charset=utf-8",
    fileName: "pixel.js",
    bytes: script.length,
    open: async () => Readable.from([script]),
  };
}

/** Without comments and indentation: pages load this, people read the source. */
function minify(source: string): string {
  return source
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\s+\/\/ .*$/gm, "")
    .replace(/^\s+/gm, "")
    .trim();
}
