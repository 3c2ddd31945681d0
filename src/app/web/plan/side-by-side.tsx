import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type Column, DataTable } from "#base/web/kit/data-table.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { Card, NoData } from "#base/web/kit/page.tsx";
import { Figure } from "#base/web/kit/text.tsx";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import type { CampaignRow } from "#modules/campaigns/contract/shapes.ts";
import { listBudgetParts } from "#modules/campaigns/domain/plan-budgets.ts";
import { ActionMenu } from "#modules/campaigns/web/action-menu.tsx";
import { CampaignStatus } from "#modules/campaigns/web/status-badge.tsx";
import { SyncBadge } from "#modules/campaigns/web/sync-badge.tsx";
import { useCampaignAction } from "#modules/campaigns/web/use-campaign-action.ts";
import { readSales } from "#modules/figures/contract/counted-sales.ts";
import { useCountedOrders } from "#modules/merchants/web/merchants.queries.ts";
import type { Totals, usePlanFigures } from "#modules/reports/web/reports.queries.ts";
import { salesNames } from "#modules/reports/web/sales-names.ts";
import { Roas } from "#modules/reports/web/stat-row.tsx";
import { BudgetInPlace } from "../campaign/terms-in-place.tsx";
import classes from "./plan.module.css";

type Figures = NonNullable<ReturnType<typeof usePlanFigures>["data"]>;
/** A campaign of the plan, or the sum of all as the first row. */
type Row = { campaign: CampaignRow | null; totals: Totals | undefined };
type Props = { campaigns: readonly CampaignRow[]; figures: Figures; hasData: boolean };

/** The plan's campaigns beside each other, with what each cost and brought; their sum stands first. */
export function SideBySide({ campaigns, figures, hasData }: Props) {
  const { t } = useTranslation("plan");
  const columns = useColumns(campaigns);
  const byCampaign = new Map(figures.campaigns.map((sums) => [sums.campaign_id, sums]));
  const rows: Row[] = [
    { campaign: null, totals: hasData ? figures.totals : undefined },
    ...campaigns.map((campaign) => ({ campaign, totals: byCampaign.get(campaign.id) })),
  ];
  return (
    <Card title={t("side_by_side")}>
      <DataTable
        caption={t("side_by_side")}
        columns={columns}
        rows={rows}
        rowKey={({ campaign }) => campaign?.id ?? "sum"}
      />
    </Card>
  );
}

function useColumns(campaigns: readonly CampaignRow[]): Column<Row>[] {
  const { t } = useTranslation(["plan", "campaign", "campaigns", "reports"]);
  const counted = useCountedOrders();
  const names = salesNames[counted];
  const budget = listBudgetParts(campaigns).reduce((sum, one) => sum + one.daily_budget_halalas, 0);
  const figure = (key: string, header: string, cell: (totals: Totals) => ReactNode): Column<Row> => ({
    key,
    header,
    kind: "figure",
    cell: ({ totals }) => (totals ? cell(totals) : <NoFigure />),
  });
  return [
    {
      key: "platform",
      header: t("reports:platform"),
      kind: "main",
      cell: ({ campaign }) =>
        campaign ? <Platform campaign={campaign} /> : <strong>{t("plan:sum")}</strong>,
    },
    {
      key: "budget",
      header: t("campaign:daily_budget"),
      kind: "figure",
      cell: ({ campaign }) =>
        campaign ? (
          <BudgetInPlace
            campaign={campaign}
            label={t("plan:budget_on", { platform: t(`campaigns:platform_names.${campaign.platform}`) })}
          />
        ) : (
          <Money halalas={budget} whole />
        ),
    },
    figure("spend", t("reports:spend"), (totals) => <Money halalas={totals.spend_halalas} />),
    figure("orders", t(`reports:${names.orders}`), (totals) => (
      <Figure value={readSales(totals, counted).orders} />
    )),
    figure("sales", t(`reports:${names.salesShort}`), (totals) => (
      <Money halalas={readSales(totals, counted).halalas} />
    )),
    figure("cost_per_order", t("reports:cost_per_order"), ({ cost_per_order_halalas: cost }) =>
      cost === null ? <NoFigure /> : <Money halalas={cost} />,
    ),
    figure("roas", t("reports:roas_short"), (totals) => {
      const { roas } = readSales(totals, counted);
      return roas === null ? <NoFigure /> : <Roas value={roas} />;
    }),
    {
      key: "actions",
      header: t("plan:actions"),
      kind: "actions",
      cell: ({ campaign }) => (campaign ? <Actions campaign={campaign} /> : null),
    },
  ];
}

function Platform({ campaign: { id, platform, status, sync, fault } }: { campaign: CampaignRow }) {
  const { t } = useTranslation("campaigns");
  return (
    <span className={classes.platform}>
      <PlatformIcon platform={platform} size={28} />
      <Link to="/campaigns/$id" params={{ id }}>
        {t(`platform_names.${platform}`)}
      </Link>
      <CampaignStatus status={status} />
      <SyncBadge sync={sync} reason={fault} />
    </span>
  );
}

function Actions({ campaign: { id, name, allowed_actions } }: { campaign: CampaignRow }) {
  const action = useCampaignAction();
  return (
    <ActionMenu
      name={name}
      kind="campaign"
      actions={allowed_actions}
      busy={action.isPending}
      compact
      onAct={(act) => action.mutate({ id, act })}
    />
  );
}

function NoFigure() {
  const { t } = useTranslation("base");
  return <NoData label={t("no_data_yet")} />;
}
