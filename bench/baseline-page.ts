import fastifyStatic from "@fastify/static";
import fastify from "fastify";

/**
 * Serves the built empty page the way the product serves its own: precompressed, hashed files for ever.
 *
 *   FOLDER=/somewhere PORT=4504 node bench/baseline-page.ts
 */
const app = fastify();
await app.register(fastifyStatic, {
  root: process.env.FOLDER ?? "",
  preCompressed: true,
  maxAge: "365d",
  immutable: true,
});
await app.listen({ port: Number(process.env.PORT ?? 4504) });
