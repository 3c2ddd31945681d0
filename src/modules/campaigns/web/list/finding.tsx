import { useTranslation } from "react-i18next";
import { TimeText } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { getDeliveredReturn } from "#modules/figures/contract/delivered-return.ts";
import type { ListTotals } from "../../contract/list.ts";

/** The period in one sentence: what each riyal brought back, delivered and placed, and until when the figures are known. */
export function Finding({ totals: { totals, as_of } }: { totals: ListTotals }) {
  const { t } = useTranslation(["campaigns_list", "campaigns"]);
  const format = useFormat();
  if (totals.roas_placed === null) return t("campaigns:lead");
  const delivered = getDeliveredReturn(totals);
  return (
    <>
      {t(`finding.${findKind(totals)}`, {
        delivered: format.number(delivered ?? 0, 2),
        placed: format.number(totals.roas_placed, 2),
      })}{" "}
      {as_of ? (
        <>
          {t("as_of")} <TimeText at={as_of} />.
        </>
      ) : null}
    </>
  );
}

function findKind({ orders_placed, orders_delivered }: ListTotals["totals"]) {
  if (orders_placed === 0) return "no_orders";
  if (orders_delivered === 0) return "none_delivered";
  return orders_delivered === orders_placed ? "all_delivered" : "some_delivered";
}
