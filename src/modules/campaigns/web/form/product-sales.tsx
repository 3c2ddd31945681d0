import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { Figure, Ltr } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { productSalesDays } from "#modules/stores/contract/enums.ts";
import type { ProductAnswer } from "#modules/stores/contract/stores.calls.ts";
import classes from "./form.module.css";

/** What a product sold in the last days and what came back; says so where the store does not tell. */
export function ProductSales({ product: { sales, sales_state } }: { product: ProductAnswer }) {
  const { t } = useTranslation("campaigns_form");
  const days = useFormat().number(productSalesDays);
  if (!sales) return <span className={classes.soft}>{t(`product_sales.${sales_state}`)}</span>;
  if (sales.units_sold === 0)
    return <span className={classes.soft}>{t("product_sales.none", { days })}</span>;
  return (
    <span className={classes.soft}>
      {t("product_sales.sold", { days })} <Figure value={sales.units_sold} /> ·{" "}
      <Money halalas={sales.sales_halalas} /> · <Returns sales={sales} />
    </span>
  );
}

/** The units that came back with their share of what was sold; at least these, where the store does not say of all. */
function Returns({ sales }: { sales: NonNullable<ProductAnswer["sales"]> }) {
  const { t } = useTranslation("campaigns_form");
  const format = useFormat();
  const { units_sold, units_returned, units_return_unknown } = sales;
  return (
    <>
      {t("product_sales.returned")} <Figure value={units_returned} />
      {units_returned > 0 ? (
        <>
          {" "}
          <Ltr>{`(${format.percent(units_returned / units_sold)})`}</Ltr>
        </>
      ) : null}
      {units_return_unknown > 0 ? (
        <>
          {" · "}
          {t("product_sales.return_unknown")} <Figure value={units_return_unknown} />
        </>
      ) : null}
    </>
  );
}
