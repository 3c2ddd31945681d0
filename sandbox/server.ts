import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { BODY_LIMIT, mountVendor } from "./base/mount.ts";
import type { Vendor } from "./base/vendor.ts";
import type { World } from "./base/world.ts";
import { controlErrors, controlRoutes } from "./control/control.ts";

/** More routes of the sandbox's own: the truth, the phone, the control page. Guarded like the control API. */
export type OwnRoutes = (app: FastifyInstance) => void;

/** One server for all hosts and the control API. */
export function makeServer(world: World, vendors: Vendor[], own: OwnRoutes[]): FastifyInstance {
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 2_000, ignoreTrailingSlash: false },
  });
  app.decorateRequest("rawBody");
  for (const vendor of vendors) mountVendor(app, world, vendor);
  app.register(async (control) => {
    control.addHook("onRequest", async (request, reply) => {
      if (!world.settings.open && !isLoopback(request)) {
        return reply
          .status(403)
          .send({ error: "The control API answers on loopback only (SANDBOX_OPEN=1 opens it)" });
      }
    });
    control.setErrorHandler((error: Error, _request, reply) => controlErrors(error, reply));
    controlRoutes(control, world, vendors);
    for (const routes of own) routes(control);
  });
  return app;
}

/**
 * Checks the connection and the host name of the request: a page elsewhere cannot reach it through a name of its
 * own.
 */
function isLoopback(request: FastifyRequest): boolean {
  const address = request.socket.remoteAddress ?? "";
  const name = request.hostname.replace(/:\d+$/, "");
  const near = address === "::1" || address.startsWith("127.") || address.startsWith("::ffff:127.");
  return near && (name === "localhost" || name === "[::1]" || name === "::1" || name.startsWith("127."));
}
