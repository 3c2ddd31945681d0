import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";

const VERSION = "1.15.0";
const files = [
  { name: "moyasar.js", type: "text/javascript; charset=utf-8" },
  { name: "moyasar.css", type: "text/css; charset=utf-8" },
].map(({ name, type }) => {
  const bytes = readFileSync(join(import.meta.dirname, "form", name));
  return { name, type, bytes, integrity: `sha384-${createHash("sha384").update(bytes).digest("base64")}` };
});

/** The integrity hashes of the form's two files; Moyasar prints such hashes in its documents. */
export const formIntegrity = Object.fromEntries(files.map(({ name, integrity }) => [name, integrity]));

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
  // Not a Moyasar endpoint: Moyasar prints the hashes in its pages; here a test or a launcher reads them.
  app.get(`/mpf/${VERSION}/integrity.json`, () => formIntegrity);
}
