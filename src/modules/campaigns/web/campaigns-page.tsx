import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState, ErrorState } from "#base/web/kit/states.tsx";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import { useCampaigns, useTotals } from "./campaigns.queries.ts";
import { ColumnsMenu } from "./list/columns-menu.tsx";
import { ExportMenu } from "./list/export-menu.tsx";
import { Finding } from "./list/finding.tsx";
import { FoundCampaigns } from "./list/found-campaigns.tsx";
import { useColumnChoice } from "./list/list-columns.ts";
import { ListFilters } from "./list/list-filters.tsx";
import { isFiltered } from "./list/list-state.ts";
import classes from "./list/page.module.css";
import { SummaryCard } from "./list/summary-card.tsx";
import { useBulkProgress } from "./list/use-bulk-progress.tsx";
import { useListState } from "./list/use-list-state.ts";
import { ViewTabs } from "./list/view-tabs.tsx";
import { NewCampaign } from "./new-campaign.tsx";
import { StoreNote } from "./store-note.tsx";

/** All campaigns with what they earned: cards on a phone, a table on a wide screen. */
export function CampaignsPage() {
  const { t } = useTranslation(["campaigns_list", "campaigns"]);
  const list = useListState();
  const campaigns = useCampaigns(list.state);
  const totals = useTotals(list.state).data ?? null;
  const found = campaigns.data;
  const choice = useColumnChoice();
  const bulk = useBulkProgress();
  const isWide = useIsAtLeast("desktop");
  const add = <NewCampaign />;
  const isEmpty = found?.total === 0 && !isFiltered(list.state);
  return (
    <>
      <PageHeader
        title={t("campaigns:title")}
        lead={totals ? <Finding totals={totals} /> : t("campaigns:lead")}
        actions={
          <>
            {isEmpty ? null : <ExportMenu state={list.state} />}
            {add}
          </>
        }
      />
      <StoreNote />
      {bulk.progress}
      {isEmpty ? (
        <Card>
          <EmptyState title={t("empty.title")} action={add}>
            {t("empty.words")}
          </EmptyState>
        </Card>
      ) : (
        <Frame isWide={isWide}>
          {!isWide && totals ? <SummaryCard totals={totals} /> : null}
          <ViewTabs
            state={list.state}
            columns={choice.chosen}
            onShow={(look) => {
              if (look.columns) choice.choose(look.columns);
              list.show(look);
            }}
          />
          <div className={classes.tools}>
            <ListFilters state={list.state} onChange={list.filter} onClear={list.clear} />
            {isWide ? <ColumnsMenu choice={choice} /> : null}
          </div>
          {campaigns.isPending ? <SkeletonRows count={5} /> : null}
          {campaigns.isError && !found ? (
            <ErrorState error={campaigns.error} onRetry={() => void campaigns.refetch()} />
          ) : null}
          {found?.total === 0 ? <NoneFound onClear={list.clear} /> : null}
          {found && found.total > 0 ? (
            <FoundCampaigns
              {...{ list, found, totals, isWide }}
              columns={choice.chosen}
              isBusy={campaigns.isPlaceholderData}
              onStarted={bulk.show}
            />
          ) : null}
        </Frame>
      )}
    </>
  );
}

/** A table stands on a card; cards stand on the page. */
const Frame = ({ isWide, children }: { isWide: boolean; children: ReactNode }) =>
  isWide ? <Card>{children}</Card> : <div>{children}</div>;

function NoneFound({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation("campaigns_list");
  return (
    <EmptyState
      title={t("empty.none_found")}
      action={
        <Button variant="default" onClick={onClear}>
          {t("empty.clear")}
        </Button>
      }
    >
      {t("empty.none_found_words")}
    </EmptyState>
  );
}
