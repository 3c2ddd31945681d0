import type { FastifyInstance } from "fastify";
import type { ConsultationsDeps } from "./consultations.deps.ts";
import { receiveBooking } from "./receive-booking.ts";

type Deps = Pick<
  ConsultationsDeps,
  "db" | "log" | "worldClock" | "systemClock" | "wallet" | "billing" | "schedulingVendors"
>;

/** Where calendars' vendors report bookings. What is not signed by them is answered 401 and changes nothing. */
export function mountBookingWebhooks(app: FastifyInstance, deps: Deps): void {
  const { log, systemClock, schedulingVendors } = deps;
  const receive = receiveBooking(deps);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    for (const { vendor, parseWebhook } of schedulingVendors)
      scope.post(`/webhooks/${vendor}`, { bodyLimit: 262_144 }, async ({ body, headers, ip }, reply) => {
        const changes = Buffer.isBuffer(body)
          ? parseWebhook({ body, headers, now: systemClock.now() })
          : null;
        if (!changes) {
          log.warn({ vendor, ip }, "a webhook was not the vendor's");
          return reply.status(401).send({ received: false });
        }
        for (const change of changes) await receive(vendor, change);
        return reply.send({ received: true });
      });
  });
}
