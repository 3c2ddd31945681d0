import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";

const VERSION = "1.15.0";
const files = [
  { name: "moyasar.js", type: "text/javascript; charset=utf-8" },
  { name: "moyasar.css", type: "text/css; charset=utf-8" },
].map((file) => ({ ...file, bytes: readFileSync(join(import.meta.dirname, "form", file.name)) }));

/** cdn.moyasar.com: the form's script and style, the same bytes for everybody, so that a page can pin them. */
export function cdnRoutes(app: FastifyInstance): void {
  for (const { name, type, bytes } of files) {
    app.get(`/mpf/${VERSION}/${name}`, (_request, reply) =>
      reply
        .type(type)
        .header("access-control-allow-origin", "*")
        .header("cross-origin-resource-policy", "cross-origin")
        .header("cache-control", "public, max-age=300")
        .header("x-content-type-options", "nosniff")
        .send(bytes),
    );
  }
  // Not Moyasar's: its pages print the hashes; here a test or a launcher may ask.
  app.get(`/mpf/${VERSION}/integrity.json`, () =>
    Object.fromEntries(
      files.map(({ name, bytes }) => [name, `sha384-${createHash("sha384").update(bytes).digest("base64")}`]),
    ),
  );
}
