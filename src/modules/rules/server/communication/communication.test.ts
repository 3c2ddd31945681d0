import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { loadMessages } from "#base/server/messages.ts";
import { testContext } from "#base/testing/context.ts";
import { testServer } from "#base/testing/http.ts";
import { makeStockFacade } from "#modules/billing/server/stock/stock.facade.ts";
import { makeTextsFacade } from "#modules/billing/server/texts/texts.facade.ts";
import { aPurchase } from "#modules/billing/testing/stock-builders.ts";
import { openMessagesHarness } from "#modules/messages/testing/messages-harness.ts";
import { makeSeasonsFacade } from "#modules/seasons/server/seasons.facade.ts";
import type { CommunicationEvaluation, CommunicationRule } from "../../contract/communication.calls.ts";
import type { RulesDeps } from "../deps.ts";
import { makeRulesFacade } from "../rules.facade.ts";
import { mountCommunication } from "./communication.routes.ts";
import { deleteOldCommunicationEvaluations } from "./communication-evaluations.store.ts";
import { listDueCommunicationMerchants } from "./communication-rules.store.ts";
import { evaluateCommunication } from "./evaluate-communication.ts";

const fields = {
  indicator: "sales",
  change: "decreased",
  value: 20,
  days: 3,
  channel: "whatsapp",
  city: "riyadh",
  numbers: [],
};
type Sums = { spend: number; sales: number; orders: number };
const good: Sums = { spend: 100_00, sales: 1_000_00, orders: 10 };
const bad: Sums = { spend: 100_00, sales: 650_00, orders: 7 };

/** The rules' server over the real outbox, with figures that a test sets. */
async function openApp() {
  const harness = await openMessagesHarness();
  const { db, clock } = harness;
  const figures = { now: good, before: good };
  const deps = {
    ...harness.deps,
    worldClock: clock,
    systemClock: clock,
    messages: await loadMessages(join(import.meta.dirname, "../../../..")),
    seasons: makeSeasonsFacade(),
    merchants: { loadMobile: async () => "+966501234567", loadLanguage: async () => "ar" as const },
    texts: harness.facade,
    billing: {
      ...makeStockFacade({ systemClock: clock }),
      ...makeTextsFacade({ systemClock: clock, texts: harness.facade }),
    },
    figures: {
      query: async (_ctx: unknown, { filter }: { filter: { to: string } }) => {
        const isNow = new Date(`${filter.to}T21:00:00Z`).getTime() > clock.now().getTime() - 2 * 86_400_000;
        const { spend, sales, orders } = figures[isNow ? "now" : "before"];
        return [{ spend_halalas: spend, sales_placed_halalas: sales, orders_placed: orders }];
      },
      findCompleteUntil: async () => clock.now().toISOString(),
    },
  } as unknown as RulesDeps;
  const server = await testServer(db, (app, context) => mountCommunication(app, context, deps), clock);
  let keys = 0;
  return {
    harness,
    db,
    figures,
    deps,
    async call<Data>(name: string, body?: object) {
      keys += 1;
      const answer = await server.call(name, {
        as: "mer_1",
        key: `communication-${keys}`,
        ...(body ? { body } : {}),
      });
      return { status: answer.status, envelope: answer.envelope, data: answer.data as Data };
    },
    async runAt(at: string) {
      clock.set(at);
      await evaluateCommunication(deps)(db, { merchantId: "mer_1", now: clock.now() });
    },
    async close() {
      await server.app.close();
      await harness.close();
    },
  };
}

let app: Awaited<ReturnType<typeof openApp>>;
beforeAll(async () => {
  app = await openApp();
});
beforeEach(async () => {
  await app.harness.reset();
  app.harness.clock.set("2026-11-28T06:00:00Z"); // 09:00 in Riyadh
  app.figures.now = bad;
  app.figures.before = good;
  const at = new Date("2026-11-01T00:00:00Z");
  for (const service of ["whatsapp", "sms"] as const)
    await aPurchase(app.db, "mer_1", { service, units: 20, at });
});
afterAll(() => app.close());

const create = async (change: object = {}) =>
  (await app.call<CommunicationRule>("POST Clients/CommunicationRules/create", { ...fields, ...change }))
    .data;
const index = async () =>
  (
    await app.call<{
      items: CommunicationRule[];
      recipient: string;
      has_whatsapp: boolean;
      texts_left: { whatsapp: number | null; sms: number | null };
    }>("GET Clients/CommunicationRules/index")
  ).data;
const log = async (id: string, query = "") =>
  (
    await app.call<{ items: CommunicationEvaluation[]; next: string | null }>(
      `GET Clients/CommunicationRules/${id}/evaluations${query}`,
    )
  ).data;

describe("a communication rule, from the form to the phone", () => {
  it("is listed as its sentence, in the reader's language and for its own merchant alone", async () => {
    await app.call("POST Clients/CommunicationRules/create", fields);
    const facade = makeRulesFacade(app.deps);
    const list = async (language: "ar" | "en", merchantId = "mer_1") =>
      (await facade.listCommunicationRules(testContext(app.db, merchantId), language)).map(
        ({ sentence }) => sentence,
      );
    expect((await list("en"))[0]).toContain("If sales decrease by");
    expect((await list("ar"))[0]).toContain("20");
    expect(await list("en", "mer_2")).toEqual([]);
  });

  it("fires once: its message arrives, and is said neither again that day nor after a repeated run", async () => {
    const { id } = await create();
    await app.runAt("2026-11-28T06:30:00Z");
    await app.runAt("2026-11-28T06:30:00Z");
    await app.runAt("2026-11-28T07:30:00Z");
    await app.harness.sendTexts("whatsapp");
    expect(app.harness.texts.whatsAppMessages).toMatchObject([
      {
        to: "+966501234567",
        template: "communication_rule_v1",
        params: ["نقصت مبيعاتك بنسبة 35% في آخر 3 أيام مقارنةً بمثلها قبلها", "650 ر.س بعد 1,000 ر.س"],
      },
    ]);
    expect((await log(id)).items).toMatchObject([
      { decision: "sent_today", times: 1, text: null },
      {
        decision: "sent",
        value_now: 650_00,
        value_before: 1_000_00,
        text: { channel: "whatsapp", state: "sent" },
      },
    ]);
    expect((await index()).items).toMatchObject([{ id, text: { state: "sent" } }]);
    await app.runAt("2026-11-29T06:30:00Z");
    expect(await app.harness.listTexts()).toHaveLength(2);
  });

  it("another rule does not tell the same within six hours, by whatever channel", async () => {
    await create();
    await app.runAt("2026-11-28T06:30:00Z");
    const { id } = await create({ channel: "sms", value: 10 });
    await app.runAt("2026-11-28T07:30:00Z");
    expect((await log(id)).items).toMatchObject([{ decision: "same_event" }]);
    await app.runAt("2026-11-28T12:31:00Z");
    expect((await log(id)).items[0]).toMatchObject({ decision: "sent", text: { channel: "sms" } });
  });

  it("at night it waits for eight o'clock, and at prayer for its end", async () => {
    const { id } = await create();
    await app.runAt("2026-11-28T20:30:00Z"); // 23:30
    await app.runAt("2026-11-29T08:50:00Z"); // 11:50, after noon's prayer began
    expect((await log(id)).items.map(({ decision }) => decision)).toEqual(["prayer", "quiet_hours"]);
    await app.runAt("2026-11-29T09:30:00Z");
    expect((await log(id)).items[0]).toMatchObject({ decision: "sent" });
  });

  it("at night too it tells that money burns", async () => {
    const { id } = await create();
    app.figures.now = { spend: 700_00, sales: 650_00, orders: 7 };
    await app.runAt("2026-11-28T20:30:00Z");
    expect((await log(id)).items).toMatchObject([{ decision: "sent" }]);
  });

  it("silence on the same figures is counted in one row, and pages follow by a cursor", async () => {
    app.figures.now = good;
    const { id } = await create();
    for (const time of ["06:30", "07:30", "08:30"]) await app.runAt(`2026-11-28T${time}:00Z`);
    expect((await log(id)).items).toMatchObject([{ decision: "not_met", times: 3 }]);
    app.figures.now = { ...good, sales: 999_00 };
    await app.runAt("2026-11-28T10:30:00Z");
    const first = await log(id, "?size=1");
    const second = await log(id, `?size=1&after=${encodeURIComponent(first.next ?? "")}`);
    expect([first.items[0]?.value_now, second.items[0]?.value_now]).toEqual([999_00, 1_000_00]);
  });

  it("switched off or deleted it is not due", async () => {
    const due = () =>
      listDueCommunicationMerchants(app.db, { now: new Date("2026-12-01T00:00:00Z"), after: "", size: 5 });
    const { id } = await create();
    expect(await due()).toEqual(["mer_1"]);
    await app.call(`POST Clients/CommunicationRules/${id}/status`, { status: "inactive" });
    expect(await due()).toEqual([]);
    await app.call(`POST Clients/CommunicationRules/${id}/status`, { status: "active" });
    await app.runAt("2026-11-28T06:30:00Z");
    await app.call(`DELETE Clients/CommunicationRules/${id}`);
    expect(await due()).toEqual([]);
    expect((await index()).items).toEqual([]);
    expect((await app.call(`DELETE Clients/CommunicationRules/${id}`)).status).toBe(404);
  });

  it("is changed, and a fall of more than all of it is refused on its field", async () => {
    const { id } = await create();
    const changed = await app.call(`PUT Clients/CommunicationRules/${id}`, { ...fields, indicator: "roas" });
    expect(changed.data).toMatchObject({ indicator: "roas", status: "active" });
    const refused = await app.call(`PUT Clients/CommunicationRules/${id}`, { ...fields, value: 101 });
    expect([refused.status, refused.envelope]).toMatchObject([
      400,
      { fields: { value: [expect.any(String)] } },
    ]);
  });

  it("tells proven numbers of the merchant's own too, and no others", async () => {
    const numbers = ["+966555123987"];
    const refused = await app.call("POST Clients/CommunicationRules/create", { ...fields, numbers });
    expect([refused.status, refused.envelope]).toMatchObject([
      409,
      { fields: { numbers: [expect.any(String)] } },
    ]);
    await app.db.run(sql`
      insert into messages.number_proofs (merchant_id, number, proven_at)
      values ('mer_1', '+966555123987', now()), ('mer_2', '+966555123980', now())`);
    await create({ numbers });
    await app.runAt("2026-11-28T06:30:00Z");
    await app.harness.sendTexts("whatsapp");
    expect(app.harness.texts.whatsAppMessages.map(({ to }) => to).sort()).toEqual([
      "+966501234567",
      "+966555123987",
    ]);
    await app.db.run(sql`delete from messages.number_proofs`);
    await app.runAt("2026-11-29T06:30:00Z");
    expect(await app.harness.listTexts()).toHaveLength(3);
  });

  it("numbers that the day's ceiling leaves out are counted in the log, and a rule that cannot write says so", async () => {
    const { maxTextsPerMerchantPerDay: max } = app.harness.deps;
    const fill = (n: number) =>
      app.harness.queueText({
        key: `other:${n}`,
        channel: "sms",
        to: "+966501234567",
        language: "ar",
        template: "communication_rule_test",
        params: { what: "x" },
      });
    for (let n = 1; n < max; n += 1) await fill(n);
    await app.db.run(sql`
      insert into messages.number_proofs (merchant_id, number, proven_at) values ('mer_1', '+966555123987', now())`);
    const { id } = await create({ numbers: ["+966555123987"] });
    await app.runAt("2026-11-28T06:30:00Z");
    expect((await log(id)).items).toMatchObject([{ decision: "sent", numbers_left_out: 1 }]);
    const other = await create({ indicator: "orders" });
    await app.runAt("2026-11-28T06:45:00Z");
    expect((await log(other.id)).items).toMatchObject([{ decision: "over_limit", numbers_left_out: 0 }]);
    const refused = await app.call("POST Clients/CommunicationRules/test", fields);
    expect([refused.status, refused.envelope]).toMatchObject([429, { code: "rules.texts_spent" }]);
  });

  it("without units it says so and how many are left, and sends once there are some", async () => {
    const { id } = await create();
    for (const service of ["whatsapp", "sms"] as const)
      await makeStockFacade({ systemClock: app.harness.clock }).reserve(
        testContext(app.db, "mer_1", app.harness.clock.now()),
        { service, units: 20, key: service, reason: { ar: "كلها", en: "All" } },
      );
    await app.runAt("2026-11-28T06:30:00Z");
    expect((await log(id)).items).toMatchObject([{ decision: "no_stock", text: null }]);
    expect((await index()).texts_left).toEqual({ whatsapp: 0, sms: 0 });
    const refused = await app.call("POST Clients/CommunicationRules/test", fields);
    expect([refused.status, refused.envelope]).toMatchObject([402, { code: "rules.texts_used_up" }]);
    await aPurchase(app.db, "mer_1", { service: "whatsapp", units: 2, at: app.harness.clock.now() });
    await app.runAt("2026-11-28T06:46:00Z");
    expect((await log(id)).items[0]).toMatchObject({ decision: "sent" });
    expect((await index()).texts_left).toEqual({ whatsapp: 1, sms: 0 });
  });

  it("a merchant has at most fifty", async () => {
    for (let n = 0; n < 50; n += 1) await create({ days: 1 + (n % 30) });
    expect((await app.call("POST Clients/CommunicationRules/create", fields)).status).toBe(409);
  });

  it("a test message says the rule's own sentence in the page's language, five times an hour", async () => {
    for (let n = 0; n < 5; n += 1)
      expect((await app.call("POST Clients/CommunicationRules/test", fields)).data).toEqual({
        channel: "whatsapp",
      });
    expect((await app.call("POST Clients/CommunicationRules/test", fields)).status).toBe(429);
    await app.harness.sendTexts("whatsapp");
    expect(app.harness.texts.whatsAppMessages[0]?.params).toEqual([
      "If sales decrease by 20% or more in the last 3 days compared with the 3 before, message me on WhatsApp",
    ]);
  });

  it("old evaluations are deleted", async () => {
    await create();
    await app.runAt("2026-11-28T06:30:00Z");
    const later = new Date("2027-01-10T00:00:00Z");
    expect(await deleteOldCommunicationEvaluations(app.db, { now: later, size: 10 })).toBe(1);
    expect(await app.db.many(sql`select 1 from rules.communication_evaluations`)).toEqual([]);
  });
});
