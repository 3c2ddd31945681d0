import type { Db, Tx } from "#base/server/db/db.ts";
import { advanceText, markTextSent, type TextRef, type TextRow, toOwnKey } from "./texts.store.ts";

type Sent = Parameters<typeof markTextSent>[2];
type Report = Parameters<typeof advanceText>[2];

/** Records that the vendor accepted a text, with its event. */
export const recordTextSent = (db: Db, ref: TextRef, sent: Sent): Promise<void> =>
  db.transaction(async (tx) => {
    const text = await markTextSent(tx, ref, sent);
    if (text) await publishText(tx, ref, text);
  });

/** Records what a vendor reports of a text, with its event where the text went on. */
export const recordReport = (db: Db, ref: TextRef, report: Report): Promise<void> =>
  db.transaction(async (tx) => {
    const text = await advanceText(tx, ref, report);
    if (text) await publishText(tx, ref, text);
  });

export async function publishText(
  tx: Tx,
  { merchantId }: TextRef,
  text: Pick<TextRow, "key" | "state" | "parts" | "stands_in_for">,
): Promise<void> {
  await tx.publish({
    name: "messages.text_advanced",
    merchant_id: merchantId,
    key: toOwnKey(text),
    state: text.state as "sent",
    parts: text.parts,
  });
}
