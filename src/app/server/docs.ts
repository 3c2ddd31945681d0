import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { buildOpenApi } from "#base/server/http/openapi.ts";
import type { Calls } from "#base/shared/contract.ts";

/** `/openapi.json`, and `/docs` to browse it. Mount it after every call. */
export async function mountDocs(app: FastifyInstance, calls: Calls, getStatus: (code: string) => number) {
  const document = buildOpenApi(calls, getStatus);
  app.get("/openapi.json", async (_request, reply) =>
    reply.header("cache-control", "no-cache").send(document),
  );
  await app.register(swagger, { mode: "static", specification: { document: document as never } });
  await app.register(swaggerUi, {
    routePrefix: "/docs",
    staticCSP: true,
    uiConfig: { docExpansion: "none" },
  });
}
