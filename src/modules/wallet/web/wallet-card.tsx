import { IconAlertCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { DateText } from "#base/web/kit/text.tsx";
import { TopUpButton } from "./top-up-button.tsx";
import { useHasEnded } from "./use-has-ended.ts";
import { useWallet } from "./wallet.queries.ts";
import classes from "./wallet-card.module.css";

/**
 * The foot of the side navigation: the available balance, the day it ends or that it has ended, and topping up. Empty
 * until loaded.
 */
export function WalletCard() {
  const { t } = useTranslation("wallet");
  const wallet = useWallet().data;
  const hasEnded = useHasEnded(wallet);
  if (!wallet) return null;
  return (
    <section className={classes.card} aria-label={t("wallet")}>
      <p className={classes.label}>{t("available")}</p>
      <p className={classes.amount}>
        <Money halalas={wallet.available_halalas} />
      </p>
      {hasEnded ? (
        <p className={classes.ended}>
          <IconAlertCircle size={18} aria-hidden /> {t("ended")}
        </p>
      ) : wallet.ends_on ? (
        <p className={classes.note}>
          {t("ends_on")} <DateText at={wallet.ends_on} style="short" />
        </p>
      ) : null}
      <TopUpButton label={t("top_up_short")} variant="white" fullWidth />
    </section>
  );
}
