import { createHmac } from "node:crypto";
import type { Vendor } from "../../base/vendor.ts";
import type { World } from "../../base/world.ts";
import { type Calendar, mountBookingPages } from "../shared/booking.routes.ts";
import type { Booking } from "../shared/bookings.ts";

const KEY = "rawaj-calendly-signing-key-52d8c1";
const title = { ar: "كالندلي", en: "Calendly" };

/** Calendly's booking pages and its signed webhooks (Calendly documentation, "Webhook payload", "Webhook signatures"). */
export function makeCalendly(world: World): Vendor {
  const toUri = ({ id }: Booking) => `https://api.calendly.com/scheduled_events/${id}/invitees/${id}`;
  const page = (path: string, { id }: Booking) => `${world.url("calendly")}/${path}/${id}`;
  const send = async (event: "invitee.created" | "invitee.canceled", booking: Booking, more: object) => {
    const { productUrl } = world.settings;
    if (!productUrl) return;
    const body = JSON.stringify({
      event,
      created_at: new Date().toISOString(),
      created_by: "https://api.calendly.com/users/rawaj",
      payload: {
        uri: toUri(booking),
        email: booking.email,
        name: booking.name,
        status: event === "invitee.created" ? "active" : "canceled",
        text_reminder_number: booking.phone || null,
        rescheduled: false,
        old_invitee: null,
        new_invitee: null,
        cancel_url: page("cancellations", booking),
        reschedule_url: page("reschedulings", booking),
        questions_and_answers: [],
        tracking: { utm_campaign: null, utm_content: booking.order || null, salesforce_uuid: null },
        scheduled_event: {
          uri: `https://api.calendly.com/scheduled_events/${booking.id}`,
          start_time: booking.startsAt,
          end_time: booking.endsAt,
          location: { type: "zoom", join_url: `https://meet.example/${booking.id}` },
        },
        ...more,
      },
    });
    const time = Math.floor(Date.now() / 1_000);
    const signature = createHmac("sha256", KEY).update(`${time}.${body}`).digest("hex");
    await world.webhooks.send({
      vendor: "calendly",
      url: `${productUrl}/webhooks/calendly`,
      headers: {
        "content-type": "application/json",
        "calendly-webhook-signature": `t=${time},v1=${signature}`,
      },
      body,
      retryAfterSeconds: [5, 30],
      timeoutSeconds: 15,
    });
  };
  const calendar: Calendar = {
    vendor: "calendly",
    title,
    paths: { booked: "/events/:id", move: "/reschedulings/:id", cancel: "/cancellations/:id" },
    readLink: (query) => ({
      order: query.utm_content ?? "",
      name: query.name ?? "",
      email: query.email ?? "",
      phone: "",
    }),
    /** A move is two events: the old invitee is cancelled as rescheduled, the new one names it. */
    async report({ kind, booking, previous }) {
      if (kind === "cancelled") return send("invitee.canceled", booking, {});
      if (previous)
        await send("invitee.canceled", previous, { rescheduled: true, new_invitee: toUri(booking) });
      await send("invitee.created", booking, previous ? { old_invitee: toUri(previous) } : {});
    },
  };
  return {
    vendor: "calendly",
    title,
    credentials: { CALENDLY_SIGNING_KEY: KEY },
    hosts: [
      {
        name: "calendly",
        standsFor: "calendly.com",
        plain: true,
        renderFailure: (reply, { status, message }) => reply.status(status).send({ message }),
        routes: (app) => mountBookingPages(app, world, calendar),
      },
    ],
  };
}
