import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { Card, NoData } from "#base/web/kit/page.tsx";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import classes from "./figures.module.css";
import type { Figures } from "./reports.queries.ts";
import { Roas } from "./stat-row.tsx";

/** The cost and sales of each platform's ads, side by side; with one platform there is nothing to compare. */
export function PlatformCard({ platforms }: Pick<Figures, "platforms">) {
  const { t } = useTranslation(["reports", "base"]);
  if (platforms.length < 2) return null;
  return (
    <Card title={t("by_platform")}>
      <table className={classes.platforms}>
        <thead>
          <tr>
            <th scope="col">{t("platform")}</th>
            <th scope="col">{t("spend")}</th>
            <th scope="col">{t("sales_short")}</th>
            <th scope="col">{t("roas_short")}</th>
          </tr>
        </thead>
        <tbody>
          {platforms.map(({ platform, spend_halalas, sales_placed_halalas, roas_placed }) => (
            <tr key={platform}>
              <th scope="row">
                <span className={classes.platform}>
                  <PlatformIcon platform={platform} size={28} />
                  {t(platform)}
                </span>
              </th>
              <td>
                <Money halalas={spend_halalas} />
              </td>
              <td>
                <Money halalas={sales_placed_halalas} />
              </td>
              <td>
                {roas_placed === null ? (
                  <NoData label={t("base:no_data_yet")} />
                ) : (
                  <Roas value={roas_placed} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
