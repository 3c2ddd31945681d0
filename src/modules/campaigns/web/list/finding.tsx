import { useTranslation } from "react-i18next";
import { Ltr, TimeText } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import type { ListTotals } from "../../contract/list.ts";

/** The period in one sentence: what each riyal brought back, and until when the figures are known. */
export function Finding({ totals: { totals, as_of } }: { totals: ListTotals }) {
  const { t } = useTranslation(["campaigns_list", "campaigns"]);
  const format = useFormat();
  if (totals.roas_delivered === null) return t("campaigns:lead");
  return (
    <>
      {t("finding_before")} <Ltr>{format.number(totals.roas_delivered, 2)}</Ltr> {t("finding_after")}{" "}
      {as_of ? (
        <>
          {t("as_of")} <TimeText at={as_of} />.
        </>
      ) : null}
    </>
  );
}
