import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { aWallet } from "#modules/wallet/testing/builders.ts";
import type { OrderDetails } from "../contract/order-shapes.ts";
import {
  type ConsultationsHarness,
  calcomSecret,
  openConsultations,
} from "../testing/consultations-harness.ts";

let harness: ConsultationsHarness;
let id: string;

beforeAll(async () => {
  harness = await openConsultations();
});
afterAll(() => harness.close());
beforeEach(async () => {
  await harness.reset();
  await aWallet(harness.db, "mer_1", 100_000);
  const consultation = await harness.addConsultation();
  ({ id } = (await harness.place(consultation.id)).data as OrderDetails);
});

const accept = () => harness.staffCall(`POST Staff/ConsultationOrders/${id}/accept`);

type Event = {
  trigger?: string;
  uid?: string;
  previous?: string;
  at?: string;
  start?: string;
  email?: string;
};

/** A webhook as Cal.com signs it; returns its status. */
async function report({ trigger = "BOOKING_CREATED", uid = "one", previous, at, start, email }: Event) {
  const startTime = start ?? "2026-11-23T10:00:00.000Z";
  const body = JSON.stringify({
    triggerEvent: trigger,
    createdAt: at ?? "2026-11-21T09:00:00Z",
    payload: {
      uid,
      startTime,
      endTime: new Date(new Date(startTime).getTime() + 2_700_000).toISOString(),
      attendees: [{ email: email ?? "Noura@example.com" }],
      metadata: { order: id, videoCallUrl: `https://meet.example/${uid}` },
      ...(previous ? { rescheduleUid: previous } : {}),
    },
  });
  const { statusCode } = await harness.server.app.inject({
    method: "POST",
    url: "/webhooks/calcom",
    headers: {
      "content-type": "application/json",
      "x-cal-signature-256": createHmac("sha256", calcomSecret).update(body).digest("hex"),
    },
    payload: body,
  });
  return statusCode;
}
const move = (event: Event = {}) =>
  report({
    trigger: "BOOKING_RESCHEDULED",
    uid: "two",
    previous: "one",
    at: "2026-11-21T10:00:00Z",
    ...event,
  });

describe("a booking at the calendar", () => {
  it("confirms an accepted order, once however often it is reported", async () => {
    await accept();
    expect((await harness.load(id)).scheduling_url).toContain(`metadata%5Border%5D=${id}`);
    expect([await report({}), await report({})]).toEqual([200, 200]);
    const order = await harness.load(id);
    expect(order).toMatchObject({ status: "confirmed", starts_at: "2026-11-23T10:00:00.000Z" });
    expect(order.scheduling_url).toBe("https://cal.com/reschedule/one");
    expect(order.timeline.map(({ action, by }) => `${action} ${by}`).slice(-1)).toEqual(["confirmed system"]);
  });

  it("confirms no order that we have not accepted, and none of another person", async () => {
    await report({});
    expect((await harness.load(id)).status).toBe("created");
    await accept();
    await report({ email: "somebody@example.com" });
    await report({ start: "2026-11-20T10:00:00.000Z" });
    expect((await harness.load(id)).status).toBe("accepted");
  });

  it("that is not signed changes nothing", async () => {
    await accept();
    const answer = await harness.server.app.inject({ method: "POST", url: "/webhooks/calcom", payload: {} });
    expect(answer.statusCode).toBe(401);
  });

  it("that is moved moves the meeting, and the old one cancels nothing any more", async () => {
    await accept();
    await report({});
    await move({ start: "2026-11-24T13:00:00.000Z" });
    const cancel = { trigger: "BOOKING_CANCELLED", at: "2026-11-21T11:00:00Z" };
    await report({ ...cancel, uid: "one" });
    expect(await harness.load(id)).toMatchObject({
      status: "confirmed",
      starts_at: "2026-11-24T13:00:00.000Z",
    });
    await report({ ...cancel, uid: "two" });
    expect(await harness.load(id)).toMatchObject({ status: "cancelled", money_state: "returned" });
    expect((await harness.balance()).available_halalas).toBe(100_000);
  });

  it("counts by the vendor's time, in whatever order its webhooks come", async () => {
    await accept();
    await move({ start: "2026-11-24T13:00:00.000Z" });
    await report({});
    expect(await harness.load(id)).toMatchObject({
      status: "confirmed",
      starts_at: "2026-11-24T13:00:00.000Z",
    });
  });

  it("is not cancelled there once the meeting has begun", async () => {
    await accept();
    await report({});
    harness.clock.set("2026-11-23T10:00:00Z");
    await report({ trigger: "BOOKING_CANCELLED", at: "2026-11-23T10:00:00Z" });
    expect((await harness.load(id)).status).toBe("confirmed");
  });
});
