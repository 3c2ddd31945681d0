import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { aWallet } from "#modules/wallet/testing/builders.ts";
import { verifyLedger } from "#modules/wallet/testing/verify-ledger.ts";
import type { OrderDetails } from "../contract/order-shapes.ts";
import type { CatalogueConsultation } from "../contract/staff-catalogue.calls.ts";
import {
  aConsultation,
  type ConsultationsHarness,
  goalQuestion,
  openConsultations,
} from "../testing/consultations-harness.ts";

let harness: ConsultationsHarness;
let consultation: CatalogueConsultation;

beforeAll(async () => {
  harness = await openConsultations();
});
afterAll(() => harness.close());
beforeEach(async () => {
  await harness.reset();
  await aWallet(harness.db, "mer_1", 100_000);
  consultation = await harness.addConsultation();
});

const meeting = { starts_at: "2026-11-22T10:00:00Z", meeting_url: "https://meet.example/rawaj" };
const order = async (): Promise<OrderDetails> => (await harness.place(consultation.id)).data;
const act = (id: string, action: string, body?: object) =>
  harness.staffCall(`POST Staff/ConsultationOrders/${id}/${action}`, body);

async function confirmed(): Promise<OrderDetails> {
  const { id } = await order();
  await act(id, "accept");
  return (await act(id, "confirm", meeting)).data;
}
async function held(): Promise<OrderDetails> {
  const { id } = await confirmed();
  harness.clock.set("2026-11-22T10:02:00Z");
  await act(id, "join");
  return (await act(id, "complete")).data;
}

/** Available and reserved, in halalas. */
async function money() {
  const { available_halalas, reserved_halalas } = await harness.balance();
  return [available_halalas, reserved_halalas];
}
const expectRightLedger = async () =>
  expect(await verifyLedger(harness.db)).toMatchObject({ ledger_sum_halalas: 0 });

describe("the catalogue", () => {
  const list = async () =>
    (await harness.staffCall("GET Staff/Consultations/index")).data as { items: CatalogueConsultation[] };

  it("is shown to merchants in the order of the staff, without what is switched off", async () => {
    const second = await harness.addConsultation({ title_en: "Second" });
    await harness.addConsultation({ title_en: "Hidden", is_active: false });
    const { items } = await list();
    const reordered = [items[1], items[0], items[2]].map((item) => ({
      id: item?.id,
      revision: item?.revision,
    }));
    expect((await harness.staffCall("POST Staff/Consultations/reorder", { items: reordered })).status).toBe(
      200,
    );
    const { data } = await harness.call("GET Clients/Consultations/index");
    const offered = (data as { items: { id: string; consultant_name: string }[] }).items;
    expect(offered.map(({ id }) => id)).toEqual([second.id, consultation.id]);
    expect(offered[0]?.consultant_name).toBe("نورة العتيبي");
  });

  it("is not changed over what a colleague saved meanwhile", async () => {
    const { id, revision } = consultation;
    const change = (minutes: number) =>
      harness.staffCall(`PUT Staff/Consultations/${id}`, { ...aConsultation, minutes, revision });
    expect((await change(60)).status).toBe(200);
    const second = await change(30);
    expect(second.envelope).toMatchObject({ code: "consultations.edited_meanwhile" });
    const { items } = await list();
    expect(items[0]?.minutes).toBe(60);
    expect(
      (await harness.staffCall("POST Staff/Consultations/reorder", { items: [{ id, revision }] })).status,
    ).toBe(409);
  });

  it("names a consultant who can give it, and questions that can be answered", async () => {
    const create = (fields: object) =>
      harness.staffCall("POST Staff/Consultations/create", { ...aConsultation, ...fields });
    expect((await create({ consultant_id: "stf_saad" })).envelope).toMatchObject({
      code: "consultations.consultant_unknown",
      fields: { consultant_id: [expect.any(String)] },
    });
    expect((await create({ questions: [{ ...goalQuestion, kind: "single_choice" }] })).status).toBe(400);
    expect((await create({ questions: [goalQuestion, goalQuestion] })).status).toBe(400);
    expect((await create({ scheduling_url: "javascript:alert(1)" })).status).toBe(400);
  });
});

describe("answers", () => {
  it("are kept as they are typed, and gone once they are ordered", async () => {
    const path = `Clients/Consultations/${consultation.id}`;
    await harness.call(`PUT ${path}/draft`, { answers: { goal: "نمو", other: "x" } });
    const load = async () => (await harness.call(`GET ${path}`)).data as { draft: object };
    expect((await load()).draft).toEqual({ goal: "نمو" });
    await order();
    expect((await load()).draft).toEqual({});
  });

  it("that are missing are marked on their question, and nothing is paid", async () => {
    const { envelope } = await harness.call(`POST Clients/Consultations/${consultation.id}/order`, {
      answers: {},
      expected_price_halalas: 29_900,
    });
    expect(envelope).toMatchObject({ fields: { "answers.goal": [expect.any(String)] } });
    expect(await money()).toEqual([100_000, 0]);
  });
});

describe("an order", () => {
  it("holds its price, once however often the same request comes", async () => {
    const key = "order-once-1";
    const [first, again] = [
      await harness.place(consultation.id, "mer_1", key),
      await harness.place(consultation.id, "mer_1", key),
    ];
    expect(again.data).toEqual(first.data);
    expect(await money()).toEqual([70_100, 29_900]);
    const placed = await harness.load((first.data as OrderDetails).id);
    expect(placed).toMatchObject({
      status: "created",
      money_state: "held",
      serial_number: "101-0001",
      client: { name: "نورة القحطاني", email: "noura@example.com" },
      created_at: "2026-11-21T09:00:00.000Z",
      // By the same clock as the order.
      timeline: [{ action: "created", by: "member", at: "2026-11-21T09:00:00.000Z" }],
    });
  });

  it("that the balance does not cover is not placed, and leaves no gap in the serial numbers", async () => {
    await aWallet(harness.db, "mer_2", 10_000);
    expect((await harness.place(consultation.id, "mer_2")).envelope).toMatchObject({
      code: "wallet.balance_not_enough",
    });
    expect((await order()).serial_number).toBe("101-0001");
    expect((await order()).serial_number).toBe("101-0002");
  });

  it("at another price than its merchant saw is refused", async () => {
    const { id, revision } = consultation;
    await harness.staffCall(`PUT Staff/Consultations/${id}`, {
      ...aConsultation,
      price_halalas: 39_900,
      revision,
    });
    expect((await harness.place(id)).envelope).toMatchObject({ code: "consultations.changed" });
  });

  it("is its merchant's alone", async () => {
    const { id } = await order();
    expect((await harness.call(`GET Clients/ConsultationOrders/${id}`, undefined, "mer_2")).status).toBe(404);
    const { status } = await harness.call(
      `POST Clients/ConsultationOrders/${id}/cancel`,
      { reason: "" },
      "mer_2",
    );
    expect(status).toBe(404);
  });

  it("that is rejected gives all of the money back, with the reason", async () => {
    const { id } = await order();
    expect((await act(id, "reject", { reason: "لا موعد هذا الشهر" })).data).toMatchObject({
      status: "rejected",
      money_state: "returned",
      reason: "لا موعد هذا الشهر",
      returned_halalas: 29_900,
    });
    expect(await money()).toEqual([100_000, 0]);
    await expectRightLedger();
  });

  it.each(["created", "accepted", "confirmed"])(
    "that is %s is cancelled with the money back, once",
    async (status) => {
      const { id } = status === "confirmed" ? await confirmed() : await order();
      if (status === "accepted") await act(id, "accept");
      const cancel = () =>
        harness.call(`POST Clients/ConsultationOrders/${id}/cancel`, { reason: "تغيّرت الخطة" });
      expect((await cancel()).data).toMatchObject({ status: "cancelled", returned_halalas: 29_900 });
      expect((await cancel()).envelope).toMatchObject({ code: "consultations.wrong_status" });
      expect(await money()).toEqual([100_000, 0]);
      await expectRightLedger();
    },
  );

  it("that was held is earned, invoiced and rated", async () => {
    const { id, ...done } = await held();
    expect(done).toMatchObject({ status: "completed", money_state: "earned", earned_halalas: 29_900 });
    expect(await money()).toEqual([70_100, 0]);
    await expectRightLedger();
    const invoices = await harness.db.many(
      sql`select source_kind, source_id, gross_halalas from billing.invoices`,
    );
    expect(invoices).toEqual([{ source_kind: "consultation", source_id: id, gross_halalas: 29_900 }]);
    const rate = (rating: number) =>
      harness.call(`POST Clients/ConsultationOrders/${id}/rate`, { rating, comment: "مفيدة" });
    expect((await rate(5)).data).toMatchObject({ rating: 5, rating_comment: "مفيدة" });
    expect((await rate(6)).status).toBe(400);
  });

  it("that has ended is hidden by its merchant, and kept", async () => {
    const { id } = await order();
    const remove = () => harness.call(`POST Clients/ConsultationOrders/${id}/delete`);
    expect((await remove()).envelope).toMatchObject({ code: "consultations.wrong_status" });
    await act(id, "reject", { reason: "x" });
    expect((await remove()).status).toBe(200);
    expect((await harness.call(`GET Clients/ConsultationOrders/${id}`)).status).toBe(404);
    const kept = await harness.db.one(
      sql`select status, ended_status from consultations.orders where id = ${id}`,
    );
    expect(kept).toEqual({ status: "deleted", ended_status: "rejected" });
  });

  it("is found by its serial number and its title in any spelling, page by page", async () => {
    for (let made = 0; made < 3; made += 1) await order();
    const list = async (query: Record<string, string>) =>
      (await harness.server.call("GET Clients/ConsultationOrders/index", { as: "mer_1", query })).data as {
        items: OrderDetails[];
        next: string | null;
      };
    const first = await list({ size: "2" });
    expect(first.items.map(({ serial_number }) => serial_number)).toEqual(["101-0003", "101-0002"]);
    const rest = await list({ size: "2", after: first.next ?? "" });
    expect(rest).toMatchObject({ items: [{ serial_number: "101-0001" }], next: null });
    expect((await list({ search: "١٠١-٠٠٠٢" })).items).toHaveLength(1);
    expect((await list({ search: "مراجعه" })).items).toHaveLength(3);
    expect((await list({ status: "completed" })).items).toEqual([]);
  });

  it("names the member who acted to the others of the team", async () => {
    const { id } = await order();
    const load = async (person: string) =>
      (await harness.server.call(`GET Clients/ConsultationOrders/${id}`, { as: "mer_1", person })).data as {
        timeline: { by_name: string | null }[];
      };
    expect((await load("mer_1")).timeline[0]?.by_name).toBeNull();
    expect((await load("mer_sara")).timeline[0]?.by_name).toBe("Name of mer_1");
  });

  it("tells its merchant who of our staff looked at it, once an hour", async () => {
    const { id } = await order();
    const look = () => harness.staffCall(`GET Staff/ConsultationOrders/${id}`);
    await look();
    await look();
    const { timeline } = await harness.load(id);
    expect(timeline.map(({ action, by_name }) => [action, by_name])).toEqual([
      ["created", null],
      ["viewed", "نورة العتيبي"],
    ]);
  });
});

describe("a meeting", () => {
  it("is confirmed for a time to come, and moved without cost", async () => {
    const { id } = await order();
    await act(id, "accept");
    const past = await act(id, "confirm", { ...meeting, starts_at: "2026-11-20T10:00:00Z" });
    expect(past.envelope).toMatchObject({ code: "consultations.time_passed" });
    expect((await act(id, "confirm", meeting)).data).toMatchObject({
      status: "confirmed",
      ends_at: "2026-11-22T10:45:00.000Z",
    });
    const moved = await act(id, "confirm", { ...meeting, starts_at: "2026-11-23T10:00:00Z" });
    expect(moved.data).toMatchObject({ status: "confirmed", starts_at: "2026-11-23T10:00:00.000Z" });
    expect(await money()).toEqual([70_100, 29_900]);
  });

  it("is opened by both sides near its time, and when is kept", async () => {
    const { id } = await confirmed();
    const join = () => harness.call(`POST Clients/ConsultationOrders/${id}/join`);
    expect((await join()).envelope).toMatchObject({ code: "consultations.not_joinable" });
    harness.clock.set("2026-11-22T09:50:00Z");
    expect((await join()).data).toEqual({ meeting_url: meeting.meeting_url });
    harness.clock.set("2026-11-22T10:05:00Z");
    await join();
    await act(id, "join");
    expect(await harness.load(id)).toMatchObject({
      merchant_joined_at: "2026-11-22T09:50:00.000Z",
      consultant_joined_at: "2026-11-22T10:05:00.000Z",
    });
  });

  it("whose consultant has not come in ten minutes gives the money back at once", async () => {
    const { id } = await confirmed();
    harness.clock.set("2026-11-22T10:09:00Z");
    await harness.watch();
    expect((await harness.load(id)).status).toBe("confirmed");
    harness.clock.set("2026-11-22T10:10:00Z");
    expect((await act(id, "join")).envelope).toMatchObject({ code: "consultations.not_joinable" });
    await harness.watch();
    await harness.watch();
    expect(await harness.load(id)).toMatchObject({ status: "cancelled", money_state: "returned" });
    expect(await money()).toEqual([100_000, 0]);
    await expectRightLedger();
  });

  it("is not cancelled by its merchant once it has begun", async () => {
    const { id } = await confirmed();
    harness.clock.set("2026-11-22T10:00:00Z");
    const { envelope } = await harness.call(`POST Clients/ConsultationOrders/${id}/cancel`, { reason: "" });
    expect(envelope).toMatchObject({ code: "consultations.already_begun" });
  });

  it("is named to its merchant a day and an hour before, each once for a time", async () => {
    const { id } = await confirmed();
    const reminders = async () =>
      (
        await harness.db.many<{ hours: string }>(
          sql`select details->>'hours' as hours from base.events where name = 'consultations.meeting_near' order by id`,
        )
      ).map(({ hours }) => hours);
    for (const at of [
      "2026-11-21T09:30:00Z",
      "2026-11-21T10:30:00Z",
      "2026-11-22T09:30:00Z",
      "2026-11-22T09:31:00Z",
    ]) {
      harness.clock.set(at);
      await harness.watch();
    }
    expect(await reminders()).toEqual(["24", "1"]);
    await act(id, "confirm", { ...meeting, starts_at: "2026-11-23T09:00:00Z" });
    await harness.watch();
    expect(await reminders()).toEqual(["24", "1", "24"]);
  });

  it("is a calendar file for its merchant", async () => {
    const { id } = await confirmed();
    const answer = await harness.server.app.inject({
      url: `/Clients/ConsultationOrders/${id}/calendar`,
      headers: { authorization: "Bearer test-session-of-mer_1", "x-app-language": "ar" },
    });
    expect(answer.headers["content-type"]).toContain("text/calendar");
    expect(answer.body).toContain("DTSTART:20261122T100000Z");
  });
});

describe("orders as a file", () => {
  const open = async (call: string, as: string, language: "ar" | "en" = "en") => {
    const answer = await harness.server.app.inject({
      url: `/${call}`,
      headers: { authorization: `Bearer test-session-of-${as}`, "x-app-language": language },
    });
    return { answer, lines: answer.body.trimEnd().split("\r\n") };
  };

  it("are those that the filter finds, and a formula in a text stays a text", async () => {
    const first = await order();
    await act(first.id, "reject", { reason: "=1+1" });
    await order();
    const { lines } = await open("Clients/ConsultationOrders/export?format=csv&status=rejected", "mer_1");
    expect(lines).toHaveLength(2);
    expect(lines[0]).not.toContain("Client");
    expect(lines[1]).toContain("101-0001,Campaign review,Rejected,2026-11-21");
    expect(lines[1]).toContain("'=1+1");
    const all = await open("Clients/ConsultationOrders/export?format=csv", "mer_1", "ar");
    expect(all.lines).toHaveLength(3);
    expect(all.lines[1]).toContain("101-0002,مراجعة الحملات,بانتظار ردّنا");
    expect((await open("Clients/ConsultationOrders/export?format=csv", "mer_2")).lines).toHaveLength(1);
  });

  it("name the client to our staff, and that the file was taken is logged", async () => {
    await order();
    const { lines } = await open("Staff/ConsultationOrders/export?format=csv", "stf_noura");
    expect(lines[1]).toContain("noura@example.com");
    const acts = await harness.db.many(
      sql`select member_id, action from staff.audit_log where action = 'consultations.orders_exported'`,
    );
    expect(acts).toEqual([{ member_id: "stf_noura", action: "consultations.orders_exported" }]);
  });
});
