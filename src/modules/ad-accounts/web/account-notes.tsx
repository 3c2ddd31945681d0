import { useTranslation } from "react-i18next";
import { useFormat } from "#base/web/runtime/format.ts";
import type { AdAccountAnswer } from "../contract/ad-accounts.calls.ts";
import { getCurrency } from "../contract/currencies.ts";
import classes from "./ad-accounts.module.css";

/** What an account in another currency costs in riyals: the rate, and the year it has held since. Empty for riyals. */
export function BilledIn({ currency }: { currency: string }) {
  const { t } = useTranslation("ad_accounts");
  const rate = currency === "SAR" ? null : getCurrency(currency);
  if (!rate) return null;
  const { sarMicros, since } = rate;
  return <>{t("billed_in", { currency, rate: sarMicros / 1_000_000, since: since.slice(0, 4) })}</>;
}

/** The account's currency where it is not the riyal, and the expiry of our access where it has one. */
export function AccountNotes({ account }: { account: AdAccountAnswer }) {
  const { t } = useTranslation("ad_accounts");
  const format = useFormat();
  const { platform, currency, status, access_expires_at, access_expires_soon: isEnding } = account;
  const day = access_expires_at ? format.date(access_expires_at, "full") : "";
  return (
    <>
      {currency === "SAR" ? null : (
        <p className={classes.note}>
          <BilledIn currency={currency} />
        </p>
      )}
      {status === "linked" && access_expires_at ? (
        <p className={isEnding ? classes.problem : classes.note} role={isEnding ? "alert" : undefined}>
          {t(isEnding ? "ends_soon" : "ends_on", { day, platform })}
        </p>
      ) : null}
    </>
  );
}
