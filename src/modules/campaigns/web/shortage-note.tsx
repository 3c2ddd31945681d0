import { useTranslation } from "react-i18next";
import { ErrorLine } from "#base/web/fields.tsx";
import { Money } from "#base/web/money.tsx";
import classes from "./form/form.module.css";
import { TopUp } from "./top-up.tsx";
import type { Shortage } from "./use-shortage.ts";

/** "You are short of X · Available balance Y", and the way to pay exactly that. It stays until it is no longer so. */
export function ShortageNote({ shortage }: { shortage: Shortage }) {
  const { t } = useTranslation("campaigns");
  return (
    <div className={classes.shortage}>
      <ErrorLine>
        {t("shortage.missing")} <Money halalas={shortage.missing} /> · {t("shortage.free")}{" "}
        <Money halalas={shortage.free} />
      </ErrorLine>
      <TopUp amount={shortage.topUp} />
    </div>
  );
}
