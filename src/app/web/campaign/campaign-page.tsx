import { IconPencil } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { isApiError } from "#base/web/data/api-error.ts";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonFigures, SkeletonPage, SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState, ErrorState } from "#base/web/kit/states.tsx";
import { isAllowed } from "#base/web/runtime/page-access.ts";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import type { CampaignDetails } from "#modules/campaigns/contract/shapes.ts";
import { isClosed } from "#modules/campaigns/domain/status.ts";
import { ActionMenu } from "#modules/campaigns/web/action-menu.tsx";
import { useFollowedCampaign } from "#modules/campaigns/web/campaigns.queries.ts";
import { StartRefusal } from "#modules/campaigns/web/start-refusal.tsx";
import { useCampaignAction } from "#modules/campaigns/web/use-campaign-action.ts";
import { ExportMenu } from "#modules/reports/web/export/export-menu.tsx";
import { FigureSource } from "#modules/reports/web/figure-sources.tsx";
import { MoreFigures } from "#modules/reports/web/more-figures.tsx";
import { useCampaignFigures } from "#modules/reports/web/reports.queries.ts";
import { SalesChart } from "#modules/reports/web/sales-chart.tsx";
import { StatRow } from "#modules/reports/web/stat-row.tsx";
import { UnconfirmedOrders } from "#modules/reports/web/unconfirmed-orders.tsx";
import { BreakdownCard } from "./breakdown-card.tsx";
import classes from "./campaign.module.css";
import { CampaignIssues } from "./campaign-issues.tsx";
import { getEmptyReason } from "./empty-reason.ts";
import { Groups } from "./groups.tsx";
import { type ChosenPeriod, usePeriod } from "./period.ts";
import { PeriodChoice } from "./period-choice.tsx";
import { PlanLink } from "./plan-link.tsx";
import { Rejections } from "./rejections.tsx";
import { SyncStateCard } from "./sync-state-card.tsx";
import { TermsCard } from "./terms-card.tsx";
import { WaitingToRun } from "./waiting-to-run.tsx";

// What stands below the figures.
const CouponsCard = lazy(async () => ({ default: (await import("./coupons-card.tsx")).CouponsCard }));
const SeasonBudgetCard = lazy(async () => ({
  default: (await import("./season-budget.tsx")).SeasonBudgetCard,
}));
const ChangeLog = lazy(async () => ({ default: (await import("./change-log.tsx")).ChangeLog }));

/** `/campaigns/{id}`: a campaign's desired and observed state, what it cost and brought, and the possible actions. */
export function CampaignPage() {
  const { id = "" } = useParams({ strict: false });
  const query = useFollowedCampaign(id);
  if (query.isPending) return <SkeletonPage kind="figures" />;
  if (query.data) return <Campaign campaign={query.data} readAt={query.dataUpdatedAt} />;
  if (isApiError(query.error) && query.error.status === 404) return <CampaignNotFound />;
  return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
}

function Campaign({ campaign, readAt }: { campaign: CampaignDetails; readAt: number }) {
  const { t } = useTranslation("campaign");
  const [period, choose] = usePeriod();
  const figures = useCampaignFigures(campaign.id, period);
  const figuresByAd = new Map(figures.data?.ads.map((ad) => [ad.ad_id, ad]));
  return (
    <div className={classes.page}>
      <Header campaign={campaign} />
      <StartRefusal campaigns={[campaign]} />
      <PlanLink campaign={campaign} />
      <CampaignIssues campaign={campaign} readAt={readAt} />
      <Rejections campaign={campaign} />
      <WaitingToRun campaign={campaign} />
      <SyncStateCard campaign={campaign} />
      <div className={classes.bar}>
        <h2>{t("figures")}</h2>
        <PeriodChoice period={period} onChoose={choose} />
      </div>
      <FigureSource adAccountId={campaign.ad_account_id} />
      <QueryBoundary query={figures} fallback={<SkeletonFigures />}>
        {(data) => <FiguresOrEmpty figures={data} campaign={campaign} period={period} />}
      </QueryBoundary>
      <Suspense fallback={<SkeletonRows count={2} />}>
        {isAllowed("campaign", "manage") ? (
          <SeasonBudgetCard campaignId={campaign.id} planId={campaign.plan_id} />
        ) : null}
        <CouponsCard campaign={campaign} />
      </Suspense>
      <Groups campaign={campaign} figuresByAd={figuresByAd} />
      <Suspense fallback={<SkeletonRows count={3} />}>
        <ChangeLog campaignId={campaign.id} />
      </Suspense>
    </div>
  );
}

function Header({ campaign }: { campaign: CampaignDetails }) {
  const { t } = useTranslation(["campaign", "campaigns"]);
  const action = useCampaignAction();
  const { id, name, status, platform, objective } = campaign;
  return (
    <PageHeader
      title={name}
      lead={
        <span className={classes.badges}>
          <PlatformIcon platform={platform} size={28} />
          {t(`campaigns:platform_names.${platform}`)} · {t(`campaigns:objectives.${objective}`)}
        </span>
      }
      actions={
        <>
          {isClosed(status) ? null : (
            <LinkButton
              to="/campaigns/edit/$id"
              params={{ id }}
              variant="default"
              leftSection={<IconPencil size={18} aria-hidden />}
            >
              {t("campaigns:actions.edit")}
            </LinkButton>
          )}
          <ActionMenu
            name={name}
            kind="campaign"
            actions={campaign.allowed_actions}
            busy={action.isPending}
            onAct={(act) => action.mutate({ id, act })}
          />
        </>
      }
    />
  );
}

type FiguresData = NonNullable<ReturnType<typeof useCampaignFigures>["data"]>;
type FiguresProps = { figures: FiguresData; campaign: CampaignDetails; period: ChosenPeriod };

/** Without any poll there is nothing to show, and the page gives the reason: a zero would be wrong. */
function FiguresOrEmpty({ figures, campaign, period }: FiguresProps) {
  const { t } = useTranslation("campaign");
  if (figures.emptiness !== null) {
    const why = getEmptyReason(campaign, figures.emptiness);
    return (
      <div className={classes.split}>
        <Card>
          <EmptyState title={t(`${why}_title`)}>{t(`${why}_words`)}</EmptyState>
        </Card>
        <TermsCard campaign={campaign} />
      </div>
    );
  }
  return (
    <>
      <StatRow figures={figures} days={figures.days.length} />
      <UnconfirmedOrders totals={figures.totals} />
      <MoreFigures totals={figures.totals} />
      <div className={classes.split}>
        <SalesChart figures={figures} />
        <TermsCard campaign={campaign} />
      </div>
      <BreakdownCard campaignId={campaign.id} period={period} />
      <div>
        <ExportMenu
          call="GET Clients/Reports/campaign/{id}/export"
          params={{ id: campaign.id }}
          query={{ from: figures.from, to: figures.to }}
        />
      </div>
    </>
  );
}

function CampaignNotFound() {
  const { t } = useTranslation("campaign");
  return (
    <EmptyState
      title={t("gone_title")}
      action={
        <LinkButton to="/campaigns" variant="default">
          {t("all")}
        </LinkButton>
      }
    >
      {t("gone_words")}
    </EmptyState>
  );
}
