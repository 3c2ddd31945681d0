import { useTranslation } from "react-i18next";
import { ErrorLine } from "#base/web/forms/fields.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { TopUpByAmount } from "#modules/wallet/web/wallet.parts.tsx";
import classes from "./form/form.module.css";
import type { MissingFunds } from "./use-missing-funds.ts";

type Props = {
  missingFunds: MissingFunds;
  /** The path where the merchant goes on after a payment on the bank's page; the present page by default. */
  returnTo?: string | undefined;
};

/** "You are short of X · Available balance Y", and a button to pay exactly that. Shown while funds are missing. */
export function MissingFundsNote({ missingFunds, returnTo }: Props) {
  const { t } = useTranslation("campaigns");
  const format = useFormat();
  return (
    <div className={classes.missingFunds}>
      <ErrorLine>
        {t("shortage.missing")} <Money halalas={missingFunds.missing} /> · {t("shortage.free")}{" "}
        <Money halalas={missingFunds.available} />
      </ErrorLine>
      <TopUpByAmount
        label={t("shortage.top_up", { amount: format.riyals(missingFunds.topUp, true) })}
        amount={missingFunds.topUp}
        returnTo={returnTo}
      />
    </div>
  );
}
