import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { makeCalcom } from "./calcom/calcom.ts";
import { makeCalendly } from "./calendly/calendly.ts";

const secret = "a-secret-of-the-tests";
const calcom = makeCalcom({ pageUrl: "https://cal.com", webhookSecret: secret });
const calendly = makeCalendly({ pageUrl: "https://calendly.com", signingKey: secret });
const now = new Date("2026-11-21T09:00:00Z");
const client = { orderId: "cso_1", name: "نورة القحطاني", email: "n@example.com", mobile: "+966501234567" };

describe("the link of an order", () => {
  it("names the order and fills in the client, at Cal.com", () => {
    const { searchParams: query } = new URL(calcom.toOrderLink("https://cal.com/rawaj/review", client));
    expect(Object.fromEntries(query)).toEqual({
      name: client.name,
      email: client.email,
      attendeePhoneNumber: client.mobile,
      "metadata[order]": "cso_1",
    });
  });

  it("names the order and fills in the client, at Calendly", () => {
    const link = calendly.toOrderLink("https://calendly.com/rawaj/review?month=2026-12", client);
    expect(Object.fromEntries(new URL(link).searchParams)).toEqual({
      month: "2026-12",
      name: client.name,
      email: client.email,
      utm_content: "cso_1",
    });
  });

  it("is of its own vendor alone", () => {
    expect(calcom.ownsLink("https://cal.com/rawaj")).toBe(true);
    expect(calcom.ownsLink("https://cal.com.example/rawaj")).toBe(false);
    expect(calendly.ownsLink("https://cal.com/rawaj")).toBe(false);
  });
});

describe("a webhook of Cal.com", () => {
  const payload = {
    uid: "new",
    startTime: "2026-12-01T10:00:00Z",
    endTime: "2026-12-01T10:45:00Z",
    location: "integrations:daily",
    attendees: [{ email: "n@example.com", phoneNumber: null }],
    metadata: { order: "cso_1", videoCallUrl: "https://meet.example/new" },
  };
  const read = (event: object, signature?: string) => {
    const body = Buffer.from(JSON.stringify({ createdAt: "2026-11-21T09:00:00Z", ...event }));
    const own = createHmac("sha256", secret).update(body).digest("hex");
    return calcom.parseWebhook({ body, headers: { "x-cal-signature-256": signature ?? own }, now });
  };

  it("is refused without its signature", () => {
    const event = { triggerEvent: "BOOKING_CREATED", payload };
    expect(read(event, "00")).toBeNull();
    expect(calcom.parseWebhook({ body: Buffer.from(JSON.stringify(event)), headers: {}, now })).toBeNull();
  });

  it("reports bookings, moves and cancels of an order", () => {
    expect(read({ triggerEvent: "BOOKING_CREATED", payload })).toMatchObject([
      { kind: "booked", orderId: "cso_1", uid: "new", meetingUrl: "https://meet.example/new" },
    ]);
    const moved = { triggerEvent: "BOOKING_RESCHEDULED", payload: { ...payload, rescheduleUid: "old" } };
    expect(read(moved)).toMatchObject([{ kind: "moved", previousUid: "old" }]);
    expect(read({ triggerEvent: "BOOKING_CANCELLED", payload })).toMatchObject([{ kind: "cancelled" }]);
  });

  it("changes nothing where it is a test, or of no order", () => {
    expect(read({ triggerEvent: "PING", payload: {} })).toEqual([]);
    expect(read({ triggerEvent: "BOOKING_CREATED", payload: { ...payload, metadata: {} } })).toEqual([]);
  });
});

describe("a webhook of Calendly", () => {
  const payload = {
    uri: "https://api.calendly.com/new",
    email: "n@example.com",
    reschedule_url: "https://calendly.com/reschedulings/new",
    tracking: { utm_content: "cso_1" },
    scheduled_event: {
      start_time: "2026-12-01T10:00:00Z",
      end_time: "2026-12-01T10:45:00Z",
      location: { join_url: "https://meet.example/new" },
    },
  };
  const read = (event: object, ageSeconds = 0) => {
    const body = Buffer.from(JSON.stringify({ created_at: "2026-11-21T09:00:00Z", ...event }));
    const time = now.getTime() / 1_000 - ageSeconds;
    const own = createHmac("sha256", secret).update(`${time}.`).update(body).digest("hex");
    return calendly.parseWebhook({
      body,
      headers: { "calendly-webhook-signature": `t=${time},v1=${own}` },
      now,
    });
  };
  const created = { event: "invitee.created", payload };

  it("is refused when it is older than three minutes", () => {
    expect(read(created, 180)).not.toBeNull();
    expect(read(created, 181)).toBeNull();
  });

  it("of a move reports the new booking and not the cancelled one", () => {
    expect(read(created)).toMatchObject([{ kind: "booked", orderId: "cso_1" }]);
    const rescheduled = { event: "invitee.canceled", payload: { ...payload, rescheduled: true } };
    expect(read(rescheduled)).toEqual([]);
    const moved = { ...created, payload: { ...payload, old_invitee: "https://api.calendly.com/old" } };
    expect(read(moved)).toMatchObject([{ kind: "moved", previousUid: "https://api.calendly.com/old" }]);
    expect(read({ event: "invitee.canceled", payload })).toMatchObject([{ kind: "cancelled" }]);
  });
});
