import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { makeCalcom } from "#adapters/scheduling/calcom/calcom.ts";
import { makeCalendly } from "#adapters/scheduling/calendly/calendly.ts";
import { type Clock, frozenClock } from "#base/server/clock.ts";
import { sql } from "#base/server/db/db.ts";
import { makeLog } from "#base/server/log.ts";
import { loadMessages } from "#base/server/messages.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { testServer } from "#base/testing/http.ts";
import { makeCouponsFacade } from "#modules/billing/server/coupons/coupons.facade.ts";
import { makeInvoicesFacade } from "#modules/billing/server/invoices/invoices.facade.ts";
import { makeStockFacade } from "#modules/billing/server/stock/stock.facade.ts";
import { sampleSeller } from "#modules/billing/testing/sample-seller.ts";
import { makeCampaignsFacade } from "#modules/campaigns/server/campaigns.facade.ts";
import { makeFiguresFacade } from "#modules/figures/server/figures.facade.ts";
import { fakeNameActors } from "#modules/merchants/testing/fake-name-actors.ts";
import { makeRulesFacade } from "#modules/rules/server/rules.facade.ts";
import { makeStaffFacade } from "#modules/staff/server/staff.facade.ts";
import { defaultStaffSettings } from "#modules/staff/server/staff.settings.ts";
import { makeWalletFacade } from "#modules/wallet/server/wallet.facade.ts";
import type { OrderDetails } from "../contract/order-shapes.ts";
import type { Question } from "../contract/questions.ts";
import type { CatalogueConsultation } from "../contract/staff-catalogue.calls.ts";
import { mountBookingWebhooks } from "../server/booking-webhooks.routes.ts";
import type { ConsultationsDeps } from "../server/consultations.deps.ts";
import { mountConsultations } from "../server/consultations.routes.ts";
import { endOrders } from "../server/end-orders.ts";
import { watchMeetings } from "../server/watch-meetings.ts";

export type ConsultationsHarness = Awaited<ReturnType<typeof openConsultations>>;

export const consultant = "stf_noura";
export const calcomSecret = "calcom-secret-of-the-tests";
export const calendlyKey = "calendly-key-of-the-tests";
const otherConsultant = "stf_saad";

export const goalQuestion: Question = {
  id: "goal",
  kind: "text",
  label_ar: "ما هدفك هذا الشهر؟",
  label_en: "What is your goal this month?",
  choices: [],
  is_required: true,
};

const aConsultation = {
  title_ar: "مراجعة الحملات",
  title_en: "Campaign review",
  outcome_ar: "خطة من خمس خطوات",
  outcome_en: "A plan of five steps",
  price_halalas: 29_900,
  minutes: 45,
  consultant_id: consultant,
  scheduling_url: "https://cal.com/rawaj/review",
  questions: [goalQuestion],
  is_active: true,
};

type Payments = Parameters<typeof makeWalletFacade>[0]["payments"];

/** The module's calls over HTTP, with the real wallet, invoices and staff below it; without `payments` no card pays. */
export async function openConsultations(given: { db: TestDb; payments: Payments } | null = null) {
  const db = given?.db ?? (await testDb());
  const clock: Clock & { set(at: string): void } = frozenClock("2026-11-21T09:00:00Z");
  const payments = given?.payments ?? ({ hasCard: async () => false } as unknown as Payments);
  const log = makeLog("silent");
  const wallet = makeWalletFacade({ payments, log });
  const emails: Parameters<ConsultationsDeps["outbox"]["queueEmail"]>[1][] = [];
  const deps: ConsultationsDeps = {
    db,
    log,
    worldClock: clock,
    systemClock: clock,
    publicUrl: "https://rawaj.example",
    staff: makeStaffFacade({ systemClock: clock, sessionLimits: defaultStaffSettings.sessionLimits }),
    merchants: {
      findContact: async () => ({ name: "نورة القحطاني", mobile: "+966501234567" }),
      loadEmail: async () => "noura@example.com",
      nameActors: fakeNameActors,
    },
    outbox: {
      queueEmail: async (_ctx, email) => {
        emails.push(email);
        return "queued";
      },
    },
    messages: await loadMessages(join(import.meta.dirname, "..")),
    wallet,
    figures: makeFiguresFacade({ systemClock: clock }),
    // Only what is read.
    campaigns: makeCampaignsFacade({} as Parameters<typeof makeCampaignsFacade>[0]),
    rules: makeRulesFacade({} as Parameters<typeof makeRulesFacade>[0]),
    schedulingVendors: [
      makeCalcom({ pageUrl: "https://cal.com", webhookSecret: calcomSecret }),
      makeCalendly({ pageUrl: "https://calendly.com", signingKey: calendlyKey }),
    ],
    billing: {
      ...makeInvoicesFacade({ loadSeller: async () => sampleSeller }),
      ...makeCouponsFacade({ systemClock: clock }),
      ...makeStockFacade({ systemClock: clock }),
    },
  };
  const server = await testServer(
    db,
    (app, http) => {
      mountConsultations(app, http, deps);
      mountBookingWebhooks(app, deps);
    },
    clock,
  );

  const staffCall = (name: string, body?: object) =>
    server.call(name, { as: consultant, key: randomUUID(), ...(body ? { body } : {}) });
  const call = (name: string, body?: object, as = "mer_1") =>
    server.call(name, { as, key: randomUUID(), ...(body ? { body } : {}) });

  return {
    db,
    deps,
    clock,
    server,
    call,
    staffCall,
    balance: (merchantId = "mer_1") => wallet.loadBalance(testContext(db, merchantId, clock.now())),
    watch: watchMeetings(deps),
    end: endOrders(deps),
    /** What was queued to consultants. */
    emails,
    async reset() {
      await db.reset();
      emails.length = 0;
      clock.set("2026-11-21T09:00:00Z");
      await db.run(sql`
        insert into staff.members (id, email, name, role, created_at)
        values (${consultant}, 'noura@rawaj.example', 'نورة العتيبي', 'consultant', ${clock.now()}),
          (${otherConsultant}, 'saad@rawaj.example', 'سعد الحربي', 'finance', ${clock.now()})`);
    },
    async addConsultation(fields: Partial<typeof aConsultation> = {}): Promise<CatalogueConsultation> {
      return (await staffCall("POST Staff/Consultations/create", { ...aConsultation, ...fields })).data;
    },
    place: (id: string, merchantId = "mer_1", key: string = randomUUID(), payment: object = {}) =>
      server.call(`POST Clients/Consultations/${id}/order`, {
        as: merchantId,
        key,
        body: { answers: { goal: "مبيعات أكثر" }, expected_price_halalas: 29_900, ...payment },
      }),
    load: async (id: string, merchantId = "mer_1"): Promise<OrderDetails> =>
      (await call(`GET Clients/ConsultationOrders/${id}`, undefined, merchantId)).data,
    async close() {
      await server.app.close();
      await db.close();
    },
  };
}

export { aConsultation };
