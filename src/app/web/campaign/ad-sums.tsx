import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { NoData } from "#base/web/kit/page.tsx";
import { Figure } from "#base/web/kit/text.tsx";
import type { useCampaignFigures } from "#modules/reports/web/reports.queries.ts";
import { Roas } from "#modules/reports/web/stat-row.tsx";
import classes from "./campaign.module.css";

export type AdFigures = NonNullable<ReturnType<typeof useCampaignFigures>["data"]>["ads"][number];

/** An ad's figures in the period; an ad without data says so instead of showing zeros. */
export function AdSums({ figures }: { figures: AdFigures | undefined }) {
  const { t } = useTranslation(["reports", "base"]);
  if (!figures) return <p className={classes.soft}>{t("base:no_data_yet")}</p>;
  const { roas_placed: roas } = figures;
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
        <dt>{t("reports:orders")}</dt>
        <dd>
          <Figure value={figures.orders_placed} />
        </dd>
      </div>
      <div>
        <dt>{t("reports:sales_short")}</dt>
        <dd>
          <Money halalas={figures.sales_placed_halalas} whole />
        </dd>
      </div>
      <div>
        <dt>{t("reports:roas_short")}</dt>
        <dd>{roas === null ? <NoData label={t("base:no_data_yet")} /> : <Roas value={roas} />}</dd>
      </div>
    </dl>
  );
}
