import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { BookingChange, SchedulingVendor } from "#modules/consultations/server/scheduling.port.ts";

export type CalcomOptions = {
  /** Where its booking pages are: https://cal.com, or the address of an own server. */
  pageUrl: string;
  webhookSecret: string;
};

const kinds = {
  BOOKING_CREATED: "booked",
  BOOKING_RESCHEDULED: "moved",
  BOOKING_CANCELLED: "cancelled",
  BOOKING_REJECTED: "cancelled",
} as const;

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const webhook = z.object({
  triggerEvent: z.enum(Object.keys(kinds) as (keyof typeof kinds)[]),
  createdAt: instant,
  payload: z.object({
    uid: z.string().min(1).max(200),
    rescheduleUid: z.string().max(200).nullish(),
    startTime: instant,
    endTime: instant,
    location: z.string().nullish(),
    attendees: z
      .array(z.object({ email: z.string().nullish(), phoneNumber: z.string().nullish() }))
      .default([]),
    metadata: z
      .object({ order: z.string().max(64).optional(), videoCallUrl: z.string().nullish() })
      .default({}),
  }),
});

/** Cal.com (Cal.com documentation, "Prefill booking form", "Webhooks"). */
export function makeCalcom({ pageUrl, webhookSecret }: CalcomOptions): SchedulingVendor {
  return {
    vendor: "calcom",
    ownsLink: (url) => url.startsWith(`${pageUrl}/`),
    toOrderLink(url, { orderId, name, email, mobile }) {
      const link = new URL(url);
      link.searchParams.set("name", name);
      if (email) link.searchParams.set("email", email);
      link.searchParams.set("attendeePhoneNumber", mobile);
      link.searchParams.set("metadata[order]", orderId);
      return link.href;
    },
    parseWebhook({ body, headers }) {
      const signature = headers["x-cal-signature-256"];
      // Without a secret Cal.com does not sign; what is not signed is nobody's.
      if (typeof signature !== "string" || !isSigned(body, signature, webhookSecret)) return null;
      const read = webhook.safeParse(parseJson(body));
      if (!read.success || !read.data.payload.metadata.order) return [];
      return [toChange(read.data, read.data.payload.metadata.order, pageUrl)];
    },
  };
}

function toChange(
  { triggerEvent, createdAt, payload }: z.output<typeof webhook>,
  orderId: string,
  pageUrl: string,
): BookingChange {
  const [attendee] = payload.attendees;
  return {
    orderId,
    kind: kinds[triggerEvent],
    uid: payload.uid,
    previousUid: payload.rescheduleUid ?? null,
    changedAt: createdAt,
    startsAt: payload.startTime,
    endsAt: payload.endTime,
    email: attendee?.email ?? null,
    phone: attendee?.phoneNumber ?? null,
    meetingUrl: toWebAddress(payload.metadata.videoCallUrl) ?? toWebAddress(payload.location),
    moveUrl: `${pageUrl}/reschedule/${encodeURIComponent(payload.uid)}`,
  };
}

/** A location may also be a phone number, or the name of an app. */
function toWebAddress(text: string | null | undefined): string | null {
  const url = text ? URL.parse(text) : null;
  return url?.protocol === "https:" ? url.href : null;
}

function isSigned(body: Buffer, signature: string, secret: string): boolean {
  const expected = createHmac("sha256", secret).update(body).digest();
  const given = Buffer.from(signature, "hex");
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return null;
  }
}
