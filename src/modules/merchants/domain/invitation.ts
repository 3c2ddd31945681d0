/** How long an invitation can be accepted. */
export const invitationDays = 14;
export const toExpiry = (now: Date): Date => new Date(now.getTime() + invitationDays * 86_400_000);

/** Every invitation is a text to a number that did not ask for one: a merchant, and a number, has few a day. */
export const invitationLimits = { perMerchantPerDay: 20, perNumberPerDay: 3, waitSeconds: 60 };

/** What was sent in the last day. */
export type PastInvitations = {
  ofMerchantToday: number;
  /** By all merchants. */
  ofNumberToday: number;
  /** By this merchant. */
  lastToNumber: Date | null;
};

export type InvitationDecision =
  | { kind: "send" }
  | { kind: "wait"; seconds: number }
  | { kind: "stop"; reason: "merchant_limit" | "number_limit" };

/** Whether an invitation may be sent to a number now. */
export function decideInvitation(
  { ofMerchantToday, ofNumberToday, lastToNumber }: PastInvitations,
  now: Date,
): InvitationDecision {
  const { perMerchantPerDay, perNumberPerDay, waitSeconds } = invitationLimits;
  const since = lastToNumber ? (now.getTime() - lastToNumber.getTime()) / 1_000 : Number.POSITIVE_INFINITY;
  if (since < waitSeconds) return { kind: "wait", seconds: Math.ceil(waitSeconds - since) };
  if (ofMerchantToday >= perMerchantPerDay) return { kind: "stop", reason: "merchant_limit" };
  if (ofNumberToday >= perNumberPerDay) return { kind: "stop", reason: "number_limit" };
  return { kind: "send" };
}

const longestName = 30;

/**
 * A merchant's name as a text to somebody else may carry it: letters and spaces alone, so that it can hold neither an
 * address nor a number to call. Empty where nothing is left.
 */
export function toNameInText(name: string): string {
  const plain = name
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\s]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return [...plain].slice(0, longestName).join("").trim();
}
