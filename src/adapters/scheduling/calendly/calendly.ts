import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { BookingChange, SchedulingVendor } from "#modules/consultations/server/scheduling.port.ts";

export type CalendlyOptions = {
  /** Where its booking pages are: https://calendly.com. */
  pageUrl: string;
  signingKey: string;
};

/** A signature is good for so long after its time (Calendly documentation, "Webhook signatures"). */
const toleranceMs = 180_000;

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const webhook = z.object({
  event: z.enum(["invitee.created", "invitee.canceled"]),
  created_at: instant,
  payload: z.object({
    uri: z.string().min(1).max(300),
    email: z.string().nullish(),
    text_reminder_number: z.string().nullish(),
    rescheduled: z.boolean().default(false),
    old_invitee: z.string().max(300).nullish(),
    reschedule_url: z.string().nullish(),
    tracking: z.object({ utm_content: z.string().max(64).nullish() }).default({}),
    scheduled_event: z.object({
      start_time: instant,
      end_time: instant,
      location: z.object({ join_url: z.string().nullish() }).nullish(),
    }),
  }),
});

/** Calendly (Calendly documentation, "Prefill", "Webhook payload", "Webhook signatures"). */
export function makeCalendly({ pageUrl, signingKey }: CalendlyOptions): SchedulingVendor {
  return {
    vendor: "calendly",
    ownsLink: (url) => url.startsWith(`${pageUrl}/`),
    toOrderLink(url, { orderId, name, email }) {
      const link = new URL(url);
      link.searchParams.set("name", name);
      if (email) link.searchParams.set("email", email);
      // Of the fields that come back with a booking this is the one that campaigns use least.
      link.searchParams.set("utm_content", orderId);
      return link.href;
    },
    parseWebhook({ body, headers, now }) {
      const signature = headers["calendly-webhook-signature"];
      if (typeof signature !== "string" || !isSigned(body, signature, { signingKey, now })) return null;
      const read = webhook.safeParse(parseJson(body));
      const orderId = read.data?.payload.tracking.utm_content;
      if (!read.success || !orderId) return [];
      // A move is a cancelled booking and a created one: the created one says it all.
      const isPartOfMove = read.data.event === "invitee.canceled" && read.data.payload.rescheduled;
      return isPartOfMove ? [] : [toChange(read.data, orderId)];
    },
  };
}

function toChange({ event, created_at, payload }: z.output<typeof webhook>, orderId: string): BookingChange {
  const previousUid = payload.old_invitee ?? null;
  const created = previousUid === null ? "booked" : "moved";
  return {
    orderId,
    kind: event === "invitee.canceled" ? "cancelled" : created,
    uid: payload.uri,
    previousUid,
    changedAt: created_at,
    startsAt: payload.scheduled_event.start_time,
    endsAt: payload.scheduled_event.end_time,
    email: payload.email ?? null,
    phone: payload.text_reminder_number ?? null,
    meetingUrl: toWebAddress(payload.scheduled_event.location?.join_url),
    moveUrl: payload.reschedule_url ?? null,
  };
}

function toWebAddress(text: string | null | undefined): string | null {
  const url = text ? URL.parse(text) : null;
  return url?.protocol === "https:" ? url.href : null;
}

/** `t=<seconds>,v1=<hex>`, over the time, a point and the raw body. */
function isSigned(
  body: Buffer,
  signature: string,
  { signingKey, now }: { signingKey: string; now: Date },
): boolean {
  const [, time = "", given = ""] = /^t=(\d{1,12}),v1=([0-9a-f]+)$/.exec(signature) ?? [];
  if (time === "" || Math.abs(now.getTime() - Number(time) * 1_000) > toleranceMs) return false;
  const expected = createHmac("sha256", signingKey).update(`${time}.`).update(body).digest();
  const bytes = Buffer.from(given, "hex");
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return null;
  }
}
