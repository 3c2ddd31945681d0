import { join } from "node:path";
import { frozenClock, systemClock } from "#base/server/clock.ts";
import { type Context, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { RescheduleJob } from "#base/server/jobs.ts";
import { makeLog } from "#base/server/log.ts";
import { loadMessages } from "#base/server/messages.ts";
import { makeVault } from "#base/server/secrets.ts";
import { testContext } from "#base/testing/context.ts";
import { testDb } from "#base/testing/db.ts";
import { testServer } from "#base/testing/http.ts";
import type { TextChannel } from "../contract/enums.ts";
import type { EmailSender, OutgoingEmail } from "../server/email-sender.port.ts";
import { makeMessagesFacade } from "../server/messages.facade.ts";
import { mountMessages } from "../server/messages.routes.ts";
import type { NewEmail } from "../server/queue-email.ts";
import type { NewText } from "../server/queue-text.ts";
import { sendEmail } from "../server/send-email.ts";
import { sendTexts } from "../server/send-texts.ts";
import type { TextRow } from "../server/texts.store.ts";
import { mountUnsubscribe } from "../server/unsubscribe.routes.ts";
import { makeUnsubscribeLinks } from "../server/unsubscribe-links.ts";
import { fakeTextVendors } from "./fake-text-vendors.ts";

/** The module with a fake mail server behind the port; `settle` sends what may be sent now. */
export async function openMessagesHarness() {
  const db = await testDb();
  const clock = frozenClock(systemClock.now().toISOString());
  const mailbox: OutgoingEmail[] = [];
  const profile: { email: string | null } = { email: "noura@example.com" };
  let respond: (email: OutgoingEmail) => Promise<{ providerId: string }> = async () => ({
    providerId: "250 ok",
  });
  const emailSender: EmailSender = {
    domain: "rawaj.example",
    async send(email) {
      const answer = await respond(email);
      mailbox.push(email);
      return answer;
    },
  };
  const texts = fakeTextVendors();
  const deps = {
    db,
    textMessenger: texts.textMessenger,
    whatsApp: texts.whatsApp,
    textReportSources: [],
    maxTextsPerMerchantPerDay: 5,
    textsPerSecond: { sms: 500, whatsapp: 500 },
    publicUrl: "https://rawaj.example",
    systemClock: clock,
    worldClock: clock,
    messages: await loadMessages(join(import.meta.dirname, "../../..")),
    vault: makeVault([{ id: "test", key: Buffer.alloc(32, 7) }]),
    links: makeUnsubscribeLinks("https://rawaj.example", [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]),
    emailSender,
    maxPerMerchantPerDay: 5,
    merchants: {
      loadEmail: async () => profile.email,
      loadMobile: async () => "+966500000001",
      toPersonContext: <Ctx>(ctx: Ctx) => ctx,
    },
    codeKey: Buffer.alloc(32, 3),
    log: makeLog("silent"),
  };
  const server = await testServer(db, (app, http) => {
    mountMessages(app, http, deps);
    mountUnsubscribe(app, deps);
  });
  const facade = makeMessagesFacade(deps);
  const send = sendEmail(deps);

  return {
    db,
    deps,
    server,
    facade,
    clock,
    mailbox,
    texts,
    profile,
    send,
    queueText: (text: NewText, merchantId = "mer_1") =>
      transact(testContext(db, merchantId), (ctx: Context) => facade.queueText(ctx, text)),
    listTexts: () =>
      db.many<Pick<TextRow, "id" | "key" | "channel" | "state" | "failure" | "attempts">>(
        sql`select id, key, channel, state, failure, attempts from messages.texts order by key`,
      ),
    /** Runs the job of a channel, as the queue would. */
    sendTexts: (channel: TextChannel) => sendTexts(deps)(db, channel),
    setVendorResponse(answer: typeof respond) {
      respond = answer;
    },
    queue: (email: NewEmail, merchantId = "mer_1") =>
      transact(testContext(db, merchantId), (ctx: Context) => facade.queueEmail(ctx, email)),
    list: () =>
      db.many<{ merchant_id: string; id: string; state: string; failure: string | null; attempts: number }>(
        sql`select merchant_id, id, state, failure, attempts from messages.emails order by queued_at, id`,
      ),
    /** Runs the job of every message that has not ended, as the queue would; one that is to wait waits. */
    async settle() {
      for (const { merchant_id: merchantId, id: emailId } of await this.list())
        await send(db, { merchantId, emailId }).catch((error) => {
          if (!(error instanceof RescheduleJob)) throw error;
        });
    },
    async reset() {
      await db.reset();
      mailbox.length = 0;
      texts.reset();
      profile.email = "noura@example.com";
      respond = async () => ({ providerId: "250 ok" });
      clock.set(systemClock.now().toISOString());
    },
    async close() {
      await server.app.close();
      await db.close();
    },
  };
}

export const aReportEmail = (key = "report:1"): NewEmail => ({
  key,
  to: "noura@example.com",
  language: "ar",
  topic: "report",
  subjectId: "sch_1",
  content: {
    subject: "تقريرك",
    heading: "أسبوعك في رواج",
    paragraphs: ["ربحت 1,200 ر.س <b>اليوم</b>"],
    button: { label: "افتح التقرير", url: "https://rawaj.example/reports/own/rep_1?from=2026-11-01" },
    picture: { png: Buffer.from("picture"), alt: "ربحت 1,200 ر.س" },
  },
});
