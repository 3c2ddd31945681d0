import type { Db } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import type { TextFailure } from "../contract/enums.ts";
import { publishText } from "./advance-text.ts";
import { sendTextsJob } from "./send-texts.job.ts";
import { insertText, markTextFailed, type TextRef } from "./texts.store.ts";

/** Failures after which another channel may still reach the reader. */
const standsIn: ReadonlySet<TextFailure> = new Set(["refused", "undeliverable", "template", "unavailable"]);

/**
 * Records that a text failed for good. What WhatsApp could not deliver goes on as an SMS in the same transaction, under a
 * key of its own: however often the failure is reported, one SMS is written.
 */
export const failText = (db: Db, ref: TextRef, failure: TextFailure, at: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const text = await markTextFailed(tx, ref, failure, at);
    if (!text) return;
    if (text.channel !== "whatsapp" || !standsIn.has(failure) || text.expires_at <= at)
      return publishText(tx, ref, text);
    const id = newId("txt");
    const { key, to_number, template, language, params, link_path, is_urgent, is_exempt, expires_at } = text;
    await insertText(
      tx,
      ref.merchantId,
      {
        id,
        key: `${key}:sms`,
        channel: "sms",
        stands_in_for: text.id,
        to_number,
        template,
        language,
        params,
        link_path,
        sealed_code: null,
        is_urgent,
        is_exempt,
        expires_at,
        retry_at: at,
      },
      at,
    );
    await tx.enqueue(sendTextsJob, { channel: "sms" }, { key: "sms" });
  });
