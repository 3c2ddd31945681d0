import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { aWallet } from "#modules/wallet/testing/builders.ts";
import type { Dossier } from "../contract/dossier.calls.ts";
import type { OrderDetails } from "../contract/order-shapes.ts";
import { type ConsultationsHarness, openConsultations } from "../testing/consultations-harness.ts";

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

/** A day's spend of the merchant as the figures roll it up. */
const measure = (day: string, spend: number) =>
  harness.db.run(sql`
    insert into figures.merchant_days (merchant_id, day, platform, spend_halalas, orders_delivered, sales_delivered_halalas)
    values ('mer_1', ${day}, 'snapchat', ${spend}, 1, ${spend * 3})`);

type State = { dossier: Dossier | null };
const decide = (consents: boolean, as = "mer_1") =>
  harness.call(`PUT Clients/ConsultationOrders/${id}/dossier`, { consents }, as);
const asStaff = async () =>
  ((await harness.staffCall(`GET Staff/ConsultationOrders/${id}/dossier`)).data as State).dossier;

describe("the figures that a merchant shares with a consultant", () => {
  it("are read by our staff only with consent", async () => {
    expect(await asStaff()).toBeNull();
    await decide(true);
    expect(await asStaff()).toMatchObject({ from: "2026-10-22", to: "2026-11-20" });
  });

  it("are of the 30 days before, and stay as they were", async () => {
    for (const day of ["2026-10-21", "2026-10-22", "2026-11-20", "2026-11-21"]) await measure(day, 10_000);
    await decide(true);
    const frozen = { spend_halalas: 20_000, orders_delivered: 2, roas_delivered: 3 };
    expect((await asStaff())?.totals).toMatchObject(frozen);
    await harness.db.run(sql`update figures.merchant_days set spend_halalas = 99000`);
    expect((await asStaff())?.totals).toMatchObject(frozen);
  });

  it("are gone when consent is withdrawn, and both are in the order's history", async () => {
    await decide(true);
    await decide(false);
    expect(await asStaff()).toBeNull();
    const kept = await harness.db.many(sql`select content from consultations.dossiers`);
    expect(kept).toEqual([{ content: null }]);
    const { timeline } = await harness.load(id);
    expect(timeline.map(({ action }) => action)).toEqual(["created", "consented", "consent_withdrawn"]);
  });

  it("are not shared once the order has ended, nor by another merchant", async () => {
    expect((await decide(true, "mer_2")).status).toBe(404);
    await harness.call(`POST Clients/ConsultationOrders/${id}/cancel`, { reason: "" });
    expect((await decide(true)).envelope).toMatchObject({ code: "consultations.wrong_status" });
  });
});
