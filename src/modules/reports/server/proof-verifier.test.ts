import { readFile } from "node:fs/promises";
import fastify from "fastify";
import { expect, it } from "vitest";
import { mountProofVerifier } from "./proof-verifier.ts";

it("is downloaded without signing in, byte by byte as it stands in scripts", async () => {
  const app = fastify();
  mountProofVerifier(app);
  const answer = await app.inject({ url: "/verify-proof.mjs" });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["content-disposition"]).toBe('attachment; filename="verify-proof.mjs"');
  const file = await readFile("scripts/verify-proof.mjs");
  expect(answer.rawPayload.equals(file)).toBe(true);
  await app.close();
});
