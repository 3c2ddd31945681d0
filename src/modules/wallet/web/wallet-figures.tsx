import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { StatCard } from "#base/web/kit/page.tsx";
import { DateText } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { useNow } from "#base/web/runtime/now.ts";
import { useHasEnded } from "./use-has-ended.ts";
import classes from "./wallet.module.css";
import type { Wallet } from "./wallet-calls.ts";

/** Balance, reserved, available, and the day the available balance ends. */
export function WalletFigures({ wallet }: { wallet: Wallet }) {
  const { t } = useTranslation("wallet");
  const format = useFormat();
  const daysLeft = useDaysLeft(wallet);
  const hasEnded = useHasEnded(wallet);
  const pace = wallet.daily_spend_halalas;
  return (
    <>
      {wallet.owed_halalas > 0 ? (
        <Banner tone="bad" title={t("owed_title", { amount: format.riyals(wallet.owed_halalas) })}>
          {t("owed_words")}
        </Banner>
      ) : null}
      {!hasEnded && daysLeft !== null && daysLeft < 3 && wallet.ends_on ? (
        <Banner tone="waiting" title={t("low_title")}>
          {t("low_words", { date: format.date(wallet.ends_on) })}
        </Banner>
      ) : null}
      <div className={classes.stats}>
        <StatCard label={t("balance")} value={<Money halalas={wallet.balance_halalas} />} />
        <StatCard
          label={t("reserved")}
          value={<Money halalas={wallet.reserved_halalas} />}
          note={t("reserved_note")}
        />
        <StatCard
          label={t("available")}
          value={<Money halalas={wallet.available_halalas} />}
          note={t("available_note")}
        />
        <StatCard
          label={t("ends_on")}
          value={
            hasEnded ? (
              <span className={classes.ended}>{t("ended")}</span>
            ) : wallet.ends_on ? (
              <DateText at={wallet.ends_on} style="short" />
            ) : null
          }
          note={pace === null ? t("no_pace_note") : t("ends_on_note", { amount: format.riyals(pace) })}
        />
      </div>
    </>
  );
}

function useDaysLeft({ ends_on }: Wallet): number | null {
  const now = useNow();
  return ends_on === null ? null : (Date.parse(ends_on) - now.getTime()) / 86_400_000;
}
