import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { makeLog } from "#base/server/log.ts";
import { testContext } from "#base/testing/context.ts";
import { receiveReports } from "#modules/messages/server/receive-reports.ts";
import { openMessagesHarness } from "#modules/messages/testing/messages-harness.ts";
import { aPurchase } from "../../testing/stock-builders.ts";
import { makeStockFacade } from "../stock/stock.facade.ts";
import { type CountedText, queueCountedText } from "./queue-counted-text.ts";
import { settleDueTexts, textsSubscriptions } from "./settle-texts.ts";

let harness: Awaited<ReturnType<typeof openMessagesHarness>>;
let read = 0;
beforeAll(async () => {
  harness = await openMessagesHarness();
});
beforeEach(async () => {
  await harness.reset();
  read = 0;
  const at = new Date("2026-11-01T00:00:00Z");
  for (const service of ["whatsapp", "sms"] as const)
    await aPurchase(harness.db, "mer_1", { service, units: 10, at });
});
afterAll(() => harness.close());

const aText = (change: object = {}) =>
  ({
    key: "rule:1",
    channel: "whatsapp",
    to: "+966501234567",
    language: "ar",
    template: "communication_rule",
    params: { what: "نقصت مبيعاتك بنسبة 35% في آخر 3 أيام", figures: "650 ر.س بعد 1,000 ر.س" },
    linkPath: "rules/communication",
    reason: { ar: "قاعدة", en: "A rule" },
    ...change,
  }) as CountedText<"communication_rule">;
const context = () => testContext(harness.db, "mer_1", harness.clock.now());
const queue = (change: object = {}) =>
  transact(context(), (ctx) =>
    queueCountedText({ systemClock: harness.clock, texts: harness.facade })(ctx, aText(change)),
  );

/** What happened to texts since the last call, as the outbox relay tells billing. */
async function relay() {
  const [subscription] = textsSubscriptions({ systemClock: harness.clock });
  const events = await harness.db.many<{ id: number; details: object }>(sql`
    select id, details from base.events where name = 'messages.text_advanced' and id > ${read} order by id`);
  for (const { id: position, details } of events) {
    read = position;
    const event = { name: "messages.text_advanced", merchant_id: "mer_1", position, ...details };
    await harness.db.transaction(async (tx) =>
      subscription?.handle(tx, { ...event, published_at: harness.clock.now() }, harness.clock.now()),
    );
  }
}
async function report(state: "delivered" | "failed", nth = 0) {
  const id = (await harness.listTexts())[nth]?.id;
  const one = { reference: `mer_1:${id}`, providerId: "p.1", state, at: harness.clock.now() };
  await receiveReports(harness.deps)(harness.db, [one]);
  await relay();
}
async function units() {
  const { items } = await makeStockFacade({ systemClock: harness.clock }).loadStock(context());
  const of = (service: string) => items.find((one) => one.service === service);
  return (["whatsapp", "sms"] as const).map((service) => [
    of(service)?.available_units,
    of(service)?.reserved_units,
  ]);
}
const events = (name: string) => harness.db.many(sql`select 1 from base.events where name = ${name}`);

describe("texts that the stock pays", () => {
  it("set one unit of WhatsApp aside, and use it once delivered, however often that is reported", async () => {
    expect(await queue()).toBe("queued");
    expect(await queue()).toBe("duplicate");
    expect(await units()).toEqual([
      [9, 1],
      [10, 0],
    ]);
    await harness.sendTexts("whatsapp");
    await relay();
    expect(await units()).toMatchObject([[9, 1], {}]);
    await report("delivered");
    await report("delivered");
    expect(await units()).toMatchObject([[9, 0], {}]);
  });

  it("an SMS costs its parts, and no more of them than the vendor billed", async () => {
    await queue({ channel: "sms" });
    expect(await units()).toMatchObject([{}, [7, 3]]);
    await harness.sendTexts("sms");
    await report("delivered");
    expect(await units()).toMatchObject([{}, [9, 0]]);
  });

  it("what failed costs nothing; an SMS that stands in for WhatsApp costs what was set aside", async () => {
    await queue();
    await harness.sendTexts("whatsapp");
    await report("failed");
    expect(await units()).toMatchObject([
      [9, 1],
      [10, 0],
    ]);
    await harness.sendTexts("sms");
    await report("failed", 1);
    expect(await units()).toEqual([
      [10, 0],
      [10, 0],
    ]);
    await queue({ key: "rule:2" });
    await harness.sendTexts("whatsapp");
    await report("failed", 2);
    await harness.sendTexts("sms");
    await report("delivered", 3);
    expect(await units()).toEqual([
      [9, 0],
      [10, 0],
    ]);
  });

  it("where no report ever comes, a sent one counts a day later", async () => {
    await queue();
    await harness.sendTexts("whatsapp");
    await relay();
    const settle = () =>
      settleDueTexts({
        db: harness.db,
        systemClock: harness.clock,
        worldClock: harness.clock,
        log: makeLog("silent"),
      });
    await settle();
    expect(await units()).toMatchObject([[9, 1], {}]);
    harness.clock.advance(86_400_000);
    await settle();
    expect(await units()).toMatchObject([[9, 0], {}]);
  });

  it("without units nothing is queued, which is told once; bought ones send it under the same key", async () => {
    await makeStockFacade({ systemClock: harness.clock }).reserve(context(), {
      service: "whatsapp",
      units: 10,
      key: "all",
      reason: { ar: "كلها", en: "All" },
    });
    expect([await queue(), await queue({ key: "rule:2" })]).toEqual(["no_stock", "no_stock"]);
    expect(await harness.listTexts()).toEqual([]);
    expect(await events("billing.texts_not_covered")).toHaveLength(1);
    await aPurchase(harness.db, "mer_1", { service: "whatsapp", units: 1, at: harness.clock.now() });
    expect(await queue()).toBe("queued");
  });

  it("what the day's ceiling stops gives its units back, and is tried again", async () => {
    for (let n = 0; n < 5; n += 1) await queue({ key: `other:${n}` });
    expect(await queue()).toBe("over_limit");
    expect(await units()).toMatchObject([[5, 5], {}]);
    harness.clock.advance(86_400_001);
    expect(await queue()).toBe("queued");
  });
});
