import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { NoData } from "#base/web/kit/page.tsx";
import { Figure } from "#base/web/kit/text.tsx";
import { readSales } from "#modules/figures/contract/counted-sales.ts";
import { useCountedOrders } from "#modules/merchants/web/merchants.queries.ts";
import type { useCampaignFigures } from "#modules/reports/web/reports.queries.ts";
import { salesNames } from "#modules/reports/web/sales-names.ts";
import { Roas } from "#modules/reports/web/stat-row.tsx";
import classes from "./campaign.module.css";

export type AdFigures = NonNullable<ReturnType<typeof useCampaignFigures>["data"]>["ads"][number];

/** An ad's figures in the period; an ad without data says so instead of showing zeros. */
export function AdSums({ figures }: { figures: AdFigures | undefined }) {
  const { t } = useTranslation(["reports", "base"]);
  const counted = useCountedOrders();
  if (!figures) return <p className={classes.soft}>{t("base:no_data_yet")}</p>;
  const sold = readSales(figures, counted);
  const names = salesNames[counted];
  return (
    <dl className={classes.sums}>
      <div>
        <dt>{t("reports:impressions")}</dt>
        <dd>
          <Figure value={figures.impressions} />
        </dd>
      </div>
      <div>
        <dt>{t("reports:clicks")}</dt>
        <dd>
          <Figure value={figures.clicks} />
        </dd>
      </div>
      <div>
        <dt>{t("reports:spend")}</dt>
        <dd>
          <Money halalas={figures.spend_halalas} whole />
        </dd>
      </div>
      <div>
        <dt>{t(`reports:${names.orders}`)}</dt>
        <dd>
          <Figure value={sold.orders} />
        </dd>
      </div>
      <div>
        <dt>{t(`reports:${names.salesShort}`)}</dt>
        <dd>
          <Money halalas={sold.halalas} whole />
        </dd>
      </div>
      <div>
        <dt>{t("reports:roas_short")}</dt>
        <dd>{sold.roas === null ? <NoData label={t("base:no_data_yet")} /> : <Roas value={sold.roas} />}</dd>
      </div>
    </dl>
  );
}
