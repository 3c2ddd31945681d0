import type { Messages } from "#base/server/messages.ts";
import type { Answer } from "#base/shared/contract.ts";
import type { Language } from "#base/shared/language.ts";
import { formatShortRiyals, halalas } from "#base/shared/money.ts";
import type { MessageParams } from "#base/shared/refusals.ts";
import type { NoticeKind } from "../contract/enums.ts";
import type { SubscriptionCalls } from "../contract/subscription.calls.ts";

type View = Answer<SubscriptionCalls["GET Clients/Billing/subscription"]>;
type Shown = NonNullable<View["subscription"]>;
type Notice = { kind: NoticeKind; params: MessageParams };

/** Days before its end from which a trial says so. */
const trialNoticeDays = 3;

function decide(shown: Shown): Notice | null {
  const { state, trial, open_period: open, next } = shown;
  if (trial && trial.days_left <= trialNoticeDays)
    return { kind: "trial_ending", params: { count: trial.days_left } };
  if (state === "expired")
    return { kind: shown.ended_by ? `ended_by_${shown.ended_by}` : "expired", params: {} };
  if (state === "cancelled") return { kind: "cancelled", params: {} };
  if (state !== "past_due" || !open) return null;
  const params = { amount: formatShortRiyals(halalas(open.due_halalas)) };
  if (open.failure === "no_card") return { kind: "card_missing", params };
  return { kind: next?.kind === "retries" ? "payment_retried" : "payment_failed", params };
}

/** What the product has to say about a subscription, in words. */
export function listNotices(messages: Messages, shown: Shown, language: Language): View["notices"] {
  const notice = decide(shown);
  if (!notice) return [];
  const { kind, params } = notice;
  return [{ kind, text: messages.translate(language, `billing:notice_${kind}`, params) }];
}
