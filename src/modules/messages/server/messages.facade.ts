import type { ReadContext } from "#base/server/context.ts";
import { findEmailState } from "./emails.store.ts";
import { type MeasureDeps, measureText } from "./measure-text.ts";
import { loadEmailAddress, type ProveEmailDeps } from "./prove-email.ts";
import { listNumbers } from "./prove-number.ts";
import { queueEmail } from "./queue-email.ts";
import { type QueueTextDeps, queueText } from "./queue-text.ts";
import { findTexts } from "./texts.store.ts";
import { deleteUnsubscription } from "./unsubscriptions.store.ts";

export type { EmailContent } from "./compose-email.ts";
export type { QueueOutcome } from "./queue-email.ts";
export type { NewText, TextOutcome } from "./queue-text.ts";
export type { TextProgress } from "./texts.store.ts";
export type MessagesFacade = ReturnType<typeof makeMessagesFacade>;

export function makeMessagesFacade(deps: ProveEmailDeps & QueueTextDeps & MeasureDeps) {
  const load = loadEmailAddress(deps);
  return {
    /** Writes an e-mail to the outbox in the caller's transaction, once for its key. */
    queueEmail: queueEmail(deps),
    /** How far the message of this key is; undefined when none was queued. */
    findEmailState,
    /** Writes a text by WhatsApp or SMS to the outbox in the caller's transaction, once for its key. */
    queueText: queueText(deps),
    /** By which channel a text would go, and as how many messages it would be billed: the parts of an SMS. */
    measureText: measureText(deps),
    /** How far the texts of these keys are. */
    findTexts,
    /** The merchant's further numbers that codes proved. */
    async findProvenNumbers(ctx: ReadContext): Promise<string[]> {
      return (await listNumbers(ctx)).items.map(({ number }) => number);
    },
    /** Whether this installation sends by WhatsApp; where it does not, texts go by SMS. */
    hasWhatsApp: deps.whatsApp !== null,
    /** The reader wants e-mail about this again. */
    subscribeAgain: deleteUnsubscription,
    /** The address that a code proved to be the one of the person who acts; null while there is none. */
    async findProvenEmail(ctx: ReadContext): Promise<string | null> {
      const { address, proven_at } = await load(deps.merchants.toPersonContext(ctx));
      return proven_at === null ? null : address;
    },
  };
}
