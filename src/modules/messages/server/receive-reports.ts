import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import { recordReport } from "./advance-text.ts";
import { failText } from "./fail-text.ts";
import { deleteOptOut, insertOptOut } from "./text-opt-outs.store.ts";
import { findProviderId, type TextRef } from "./texts.store.ts";
import type { TextReport, WhatsAppWebhook } from "./whatsapp-sender.port.ts";

type Deps = { systemClock: Clock; log: Log };

/** Takes what a vendor reports about texts; repeated, late or out of order it changes nothing that is further already. */
export const receiveReports =
  ({ systemClock, log }: Deps) =>
  async (db: Db, reports: readonly TextReport[]): Promise<void> => {
    for (const { reference, providerId, isUnsigned, state, refusal, reason } of reports) {
      const [merchantId = "", textId = ""] = reference.split(":");
      const ref = { merchantId, textId };
      if (isUnsigned && !(await isKnownMessage(db, ref, providerId))) {
        log.warn({ text_id: textId }, "a report named another message than the one that was sent");
        continue;
      }
      const at = systemClock.now();
      if (state !== "failed") await recordReport(db, ref, { state, providerId, at });
      else {
        log.warn({ text_id: textId, reason }, "a text was not delivered");
        await failText(db, ref, refusal ?? "undeliverable", at);
      }
    }
  };

/** A report may be here before the answer to what it is about, and a repeat has no id but our own reference. */
async function isKnownMessage(db: Db, ref: TextRef, providerId: string): Promise<boolean> {
  const known = await findProviderId(db, ref);
  return known === null || known === providerId || known === `${ref.merchantId}:${ref.textId}`;
}

/** The same of WhatsApp, with what readers write to us: one word ends all texts to a number, another lets them come again. */
export const receiveWhatsApp =
  (deps: Deps) =>
  async (db: Db, { reports, replies, templates }: WhatsAppWebhook): Promise<void> => {
    await receiveReports(deps)(db, reports);
    for (const { from, text } of replies) {
      const word = text.trim().toLowerCase();
      if (stopWords.has(word)) await insertOptOut(db, from, deps.systemClock.now());
      else if (startWords.has(word)) await deleteOptOut(db, from);
    }
    for (const template of templates)
      deps.log[template.status === "APPROVED" ? "info" : "error"](
        { alarm: "whatsapp_template", template },
        "WhatsApp reviewed a template",
      );
  };

const stopWords = new Set(["stop", "unsubscribe", "إيقاف", "ايقاف", "توقف", "إلغاء", "الغاء"]);
const startWords = new Set(["start", "subscribe", "ابدأ", "ابدا", "اشتراك"]);
