import type { Messages } from "#base/server/messages.ts";
import type { Answer } from "#base/shared/contract.ts";
import type { Language } from "#base/shared/language.ts";
import { formatShortRiyals, halalas } from "#base/shared/money.ts";
import type { MessageParams } from "#base/shared/refusals.ts";
import type { NoticeKind } from "../contract/enums.ts";
import type { SubscriptionCalls } from "../contract/subscription.calls.ts";

type View = Answer<SubscriptionCalls["GET Clients/Billing/subscription"]>;
type Shown = Pick<
  NonNullable<View["subscription"]>,
  "state" | "trial" | "open_period" | "next" | "ended_by"
> & {
  /** What goes back of payments that were not needed. */
  returned_halalas: number;
};
type Notice = { kind: NoticeKind; params: MessageParams };

/** Days before its end from which a trial says so. */
const trialNoticeDays = 3;

type Words = { messages: Messages; language: Language };
type Used = NonNullable<Shown["trial"]>["used"];

/** What was used of a trial so far, as a sentence. */
function describeUsage({ messages, language }: Words, used: Used): string {
  if (used.length === 0) return messages.translate(language, "billing:trial_usage_none");
  const parts = used.map(({ feature, units }) =>
    messages.translate(language, `billing:trial_usage_${feature}`, {
      count: units,
      units: units.toLocaleString("en"),
    }),
  );
  const list = new Intl.ListFormat(language, { type: "conjunction" }).format(parts);
  return messages.translate(language, "billing:trial_usage", { used: list });
}

function decide(words: Words, shown: Shown): Notice | null {
  const { state, trial, open_period: open, next } = shown;
  if (trial && trial.days_left <= trialNoticeDays)
    return {
      kind: "trial_ending",
      params: { count: trial.days_left, usage: describeUsage(words, trial.used) },
    };
  if (state === "expired")
    return { kind: shown.ended_by ? `ended_by_${shown.ended_by}` : "expired", params: {} };
  if (open?.has_unpaid_form)
    return {
      kind: open.kind === "renewal" ? "renewal_form_unpaid" : "upgrade_form_unpaid",
      params: { amount: formatShortRiyals(halalas(open.due_halalas)) },
    };
  if (state === "cancelled") return { kind: "cancelled", params: {} };
  if (state !== "past_due" || !open) return null;
  const params = { amount: formatShortRiyals(halalas(open.due_halalas)) };
  if (open.failure === "no_card") return { kind: "card_missing", params };
  return { kind: next?.kind === "retries" ? "payment_retried" : "payment_failed", params };
}

function decideReturned({ returned_halalas }: Shown): Notice | null {
  if (returned_halalas === 0) return null;
  return { kind: "payment_returned", params: { amount: formatShortRiyals(halalas(returned_halalas)) } };
}

/** What the product has to say about a subscription, in words. */
export function listNotices(messages: Messages, shown: Shown, language: Language): View["notices"] {
  const returned = decideReturned(shown);
  return [decide({ messages, language }, shown), returned].flatMap((notice) =>
    notice
      ? [
          {
            kind: notice.kind,
            text: messages.translate(language, `billing:notice_${notice.kind}`, notice.params),
          },
        ]
      : [],
  );
}
