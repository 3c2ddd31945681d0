import { useTranslation } from "react-i18next";
import { ErrorLine } from "#base/web/fields.tsx";
import { Money } from "#base/web/money.tsx";
import classes from "./form/form.module.css";
import { TopUp } from "./top-up.tsx";
import type { MissingFunds } from "./use-missing-funds.ts";

/** "You are short of X · Available balance Y", and a button to pay exactly that. Shown while funds are missing. */
export function MissingFundsNote({ missingFunds }: { missingFunds: MissingFunds }) {
  const { t } = useTranslation("campaigns");
  return (
    <div className={classes.missingFunds}>
      <ErrorLine>
        {t("shortage.missing")} <Money halalas={missingFunds.missing} /> · {t("shortage.free")}{" "}
        <Money halalas={missingFunds.available} />
      </ErrorLine>
      <TopUp amount={missingFunds.topUp} />
    </div>
  );
}
