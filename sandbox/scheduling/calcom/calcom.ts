import { createHmac } from "node:crypto";
import type { Vendor } from "../../base/vendor.ts";
import type { World } from "../../base/world.ts";
import { type Calendar, mountBookingPages } from "../shared/booking.routes.ts";

const SECRET = "rawaj-calcom-webhook-secret-7f3a";
const title = { ar: "كال", en: "Cal.com" };

const triggers = {
  booked: "BOOKING_CREATED",
  moved: "BOOKING_RESCHEDULED",
  cancelled: "BOOKING_CANCELLED",
} as const;

/** Cal.com's booking pages and its signed webhooks (Cal.com documentation, "Prefill booking form", "Webhooks"). */
export function makeCalcom(world: World): Vendor {
  const calendar: Calendar = {
    vendor: "calcom",
    title,
    paths: { booked: "/booking/:id", move: "/reschedule/:id", cancel: "/booking/:id/cancel" },
    readLink: (query) => ({
      order: query["metadata[order]"] ?? "",
      name: query.name ?? "",
      email: query.email ?? "",
      phone: query.attendeePhoneNumber ?? "",
    }),
    async report({ kind, booking, previous }) {
      const { productUrl } = world.settings;
      if (!productUrl) return;
      const body = JSON.stringify({
        triggerEvent: triggers[kind],
        // Each change has a time of its own, also where the world stands still.
        createdAt: new Date().toISOString(),
        payload: {
          uid: booking.id,
          bookingId: Number(world.ids.number("calcom/booking-id", 6)),
          type: booking.event,
          title: booking.event,
          startTime: booking.startsAt,
          endTime: booking.endsAt,
          status: kind === "cancelled" ? "CANCELLED" : "ACCEPTED",
          location: "integrations:daily",
          organizer: { name: "Rawaj", email: "consultants@rawaj.example", timeZone: "Asia/Riyadh" },
          attendees: [
            {
              name: booking.name,
              email: booking.email,
              timeZone: "Asia/Riyadh",
              phoneNumber: booking.phone || null,
            },
          ],
          responses: { name: { value: booking.name }, email: { value: booking.email } },
          metadata: { order: booking.order, videoCallUrl: `https://meet.example/${booking.id}` },
          ...(previous ? { rescheduleUid: previous.id } : {}),
        },
      });
      await world.webhooks.send({
        vendor: "calcom",
        url: `${productUrl}/webhooks/calcom`,
        headers: { "content-type": "application/json", "x-cal-signature-256": sign(body) },
        body,
        retryAfterSeconds: [5, 30],
        timeoutSeconds: 15,
      });
    },
  };
  return {
    vendor: "calcom",
    title,
    credentials: { CALCOM_WEBHOOK_SECRET: SECRET },
    hosts: [
      {
        name: "calcom",
        standsFor: "cal.com",
        plain: true,
        renderFailure: (reply, { status, message }) => reply.status(status).send({ message }),
        routes: (app) => mountBookingPages(app, world, calendar),
      },
    ],
  };
}

const sign = (body: string): string => createHmac("sha256", SECRET).update(body).digest("hex");
