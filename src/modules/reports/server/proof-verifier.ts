import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";

const script = readFileSync(new URL("../../../../scripts/verify-proof.mjs", import.meta.url));

/**
 * The script that checks proof files, for whoever holds one: the same for everybody, and open to an accountant who has
 * no account here.
 */
export function mountProofVerifier(app: FastifyInstance): void {
  app.get("/verify-proof.mjs", (_request, reply) =>
    reply
      .type("text/javascript; charset=utf-8")
      .header("cache-control", "no-cache")
      .header("content-disposition", 'attachment; filename="verify-proof.mjs"')
      .send(script),
  );
}
