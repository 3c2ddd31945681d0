import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { Card, NoData } from "#base/web/kit/page.tsx";
import type { CampaignRow } from "#modules/campaigns/contract/shapes.ts";
import { CampaignStatus } from "#modules/campaigns/web/status-badge.tsx";
import { SyncBadge } from "#modules/campaigns/web/sync-badge.tsx";
import classes from "./campaign.module.css";
import { BudgetInPlace } from "./terms-in-place.tsx";

/** Two separate columns: the state the merchant wants, and the state the platform has confirmed. */
export function SyncStateCard({ campaign }: { campaign: CampaignRow }) {
  const { t } = useTranslation("campaign");
  const { observed_status, observed_daily_budget_halalas: confirmedBudget } = campaign;
  const nothing = <NoData label={t("not_there_yet")} />;
  return (
    <Card>
      <table className={classes.syncState}>
        <caption className="visually-hidden">{t("sync_state")}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{t("desired")}</th>
            <th scope="col">{t("observed")}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t("status_name")}</th>
            <td>
              <CampaignStatus status={campaign.status} />
            </td>
            <td>
              <span className={classes.confirmed}>
                {observed_status ? t(`there.${observed_status}`) : nothing}
                <SyncBadge sync={campaign.sync} />
              </span>
            </td>
          </tr>
          <tr>
            <th scope="row">{t("daily_budget")}</th>
            <td>
              <BudgetInPlace campaign={campaign} />
            </td>
            <td>{confirmedBudget === null ? nothing : <Money halalas={confirmedBudget} whole />}</td>
          </tr>
        </tbody>
      </table>
    </Card>
  );
}
