import { gzipSync } from "node:zlib";
import fastify from "fastify";

/**
 * The least that serving a page can be: bare Fastify that sends the same bytes from memory, compressed once. No counting, no
 * policy, no look at the visit.
 *
 *   PAGE_FROM=http://127.0.0.1:4500/p/slug PORT=4501 node bench/baseline-landing-page.ts
 */
const page = Buffer.from(await (await fetch(process.env.PAGE_FROM ?? "")).arrayBuffer());
const gzip = gzipSync(page);

const app = fastify();
app.get("/p/:slug", (request, reply) => {
  reply.type("text/html; charset=utf-8");
  const takesGzip = String(request.headers["accept-encoding"] ?? "").includes("gzip");
  if (takesGzip) reply.header("content-encoding", "gzip");
  return reply.send(takesGzip ? gzip : page);
});
await app.listen({ port: Number(process.env.PORT ?? 4501) });
console.log(JSON.stringify({ listening: app.server.address() }));
for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => process.exit(0));
