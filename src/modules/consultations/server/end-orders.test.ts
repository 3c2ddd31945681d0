import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { aWallet } from "#modules/wallet/testing/builders.ts";
import { verifyLedger } from "#modules/wallet/testing/verify-ledger.ts";
import type { OrderDetails } from "../contract/order-shapes.ts";
import { type ConsultationsHarness, openConsultations } from "../testing/consultations-harness.ts";

let harness: ConsultationsHarness;
let consultation: string;

beforeAll(async () => {
  harness = await openConsultations();
});
afterAll(() => harness.close());
beforeEach(async () => {
  await harness.reset();
  await aWallet(harness.db, "mer_1", 100_000);
  consultation = (await harness.addConsultation()).id;
});

const order = async (): Promise<string> => ((await harness.place(consultation)).data as OrderDetails).id;
const act = (id: string, action: string, body?: object) =>
  harness.staffCall(`POST Staff/ConsultationOrders/${id}/${action}`, body);
const money = async () => {
  const { available_halalas, reserved_halalas } = await harness.balance();
  expect(await verifyLedger(harness.db)).toMatchObject({ ledger_sum_halalas: 0 });
  return [available_halalas, reserved_halalas];
};
const load = async (id: string) => {
  const { status, money_state } = await harness.load(id);
  return { status, money_state };
};

/** Its meeting is on 22 November at 13:00 in Riyadh, for 45 minutes. */
async function confirmed(): Promise<string> {
  const id = await order();
  await act(id, "accept");
  await act(id, "confirm", { starts_at: "2026-11-22T10:00:00Z", meeting_url: "https://meet.example/rawaj" });
  return id;
}
async function opened(): Promise<string> {
  const id = await confirmed();
  harness.clock.set("2026-11-22T10:02:00Z");
  await act(id, "join");
  return id;
}

describe("an order that nobody ends", () => {
  it("is completed and invoiced a week after its meeting, once, and its consultant is written to", async () => {
    const id = await opened();
    harness.clock.set("2026-11-29T10:44:00Z");
    await harness.end();
    expect(await load(id)).toEqual({ status: "confirmed", money_state: "held" });
    harness.clock.set("2026-11-29T10:45:00Z");
    await harness.end();
    await harness.end();
    expect(await load(id)).toEqual({ status: "completed", money_state: "earned" });
    expect(await money()).toEqual([70_100, 0]);
    const sources = await harness.db.many(sql`select source_id from billing.invoices`);
    expect(sources).toEqual([{ source_id: id }]);
    expect(harness.emails).toMatchObject([{ to: "noura@rawaj.example", topic: "consultation" }]);
    expect(harness.emails[0]?.content.subject).toContain("101-0001");
    const { timeline } = await harness.load(id);
    expect(timeline.at(-1)).toMatchObject({ action: "completed", by: "system" });
  });

  it("is returned when its consultant did not open the meeting", async () => {
    const id = await confirmed();
    harness.clock.set("2026-11-29T10:45:00Z");
    await harness.end();
    expect(await load(id)).toEqual({ status: "cancelled", money_state: "returned" });
    expect(await money()).toEqual([100_000, 0]);
  });

  it("is returned after 30 days without a time, unless somebody wrote meanwhile", async () => {
    const [silent, discussed] = [await order(), await order()];
    harness.clock.set("2026-12-01T09:00:00Z");
    await harness.db.run(sql`
      insert into consultations.messages (merchant_id, id, order_id, by_kind, by_id, client_key, text, created_at)
      values ('mer_1', 'csm_1', ${discussed}, 'member', 'mem_1', 'key-of-one', 'متى نبدأ؟', ${harness.clock.now()})`);
    harness.clock.set("2026-12-21T09:00:00Z");
    await harness.end();
    expect((await load(silent)).status).toBe("cancelled");
    expect((await load(discussed)).status).toBe("created");
    expect(await money()).toEqual([70_100, 29_900]);
  });

  it("that cannot be ended holds up no other", async () => {
    const [broken, sound] = [await opened(), await order()];
    await harness.db.run(sql`update consultations.orders set consultant_id = 'stf_gone' where id = ${sound}`);
    const { queueEmail } = harness.deps.outbox;
    harness.deps.outbox.queueEmail = async () => {
      throw new Error("the outbox is full");
    };
    harness.clock.set("2026-12-30T09:00:00Z");
    await harness.end();
    harness.deps.outbox.queueEmail = queueEmail;
    expect((await load(broken)).status).toBe("confirmed");
    expect((await load(sound)).status).toBe("cancelled");
    await harness.end();
    expect((await load(broken)).status).toBe("completed");
  });

  it("says once to its merchant that it ended, and not that its consultant opened the meeting", async () => {
    const id = await opened();
    harness.clock.set("2026-11-29T10:45:00Z");
    await harness.end();
    const changes = await harness.db.many<{ change: string; status: string }>(sql`
      select details->>'change' as change, details->>'status' as status from base.events
      where name = 'consultations.order_changed' and details->>'order_id' = ${id} order by id`);
    expect(changes).toEqual([
      { change: "status", status: "created" },
      { change: "status", status: "accepted" },
      { change: "status", status: "confirmed" },
      { change: "details", status: "confirmed" },
      { change: "status", status: "completed" },
    ]);
  });
});
