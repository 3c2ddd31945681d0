import type { Kind } from "../contract/kinds.ts";

type Meant = {
  kind: Kind;
  day: string | null;
  amount_halalas: number | null;
  wasted_halalas: number | null;
  campaigns: number | null;
};
/** How amounts (halalas) and days are written for one reader. */
type Format = { riyals(amount: number): string; day(day: string): string };
type Text = { key: string; params: Record<string, string | number> };

/** What a notification means for its merchant, as a text of this module with its riyals and its day where it has them. */
export function toMeaning(
  { kind, day, amount_halalas, wasted_halalas, campaigns }: Meant,
  format: Format,
): Text {
  if (
    day !== null &&
    (kind === "money_low" || kind === "card_expiring" || kind === "renewal_failed" || kind === "licence_ends")
  )
    return { key: `dated.${kind}`, params: { day: format.day(day) } };
  const amount = format.riyals(amount_halalas ?? 0);
  if (kind === "ad_account_lost" && campaigns)
    return { key: "still_spending", params: { count: campaigns, amount } };
  if (kind === "weekly_note") {
    const key = wasted_halalas ? "weekly.wasted" : "weekly.none_wasted";
    return { key, params: { amount, wasted: format.riyals(wasted_halalas ?? 0) } };
  }
  return { key: `kinds.${kind}.meaning`, params: { amount } };
}
