import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { OperationRow } from "#base/shared/operations.calls.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { useTrackedOperation } from "#base/web/data/operations.queries.ts";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState, ErrorState } from "#base/web/kit/states.tsx";
import { useNow } from "#base/web/runtime/now.ts";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import type { ListRow } from "../contract/list.ts";
import { useCampaigns, useTotals } from "./campaigns.queries.ts";
import { LinkButton } from "./link-button.tsx";
import { BulkBar } from "./list/bulk-bar.tsx";
import { BulkDialog } from "./list/bulk-dialog.tsx";
import { BulkProgress } from "./list/bulk-progress.tsx";
import { CampaignCards } from "./list/campaign-cards.tsx";
import { CampaignsTable } from "./list/campaigns-table.tsx";
import { ColumnsMenu } from "./list/columns-menu.tsx";
import { ExportMenu } from "./list/export-menu.tsx";
import { Finding } from "./list/finding.tsx";
import { useColumnChoice } from "./list/list-columns.ts";
import { Legend } from "./list/legend.tsx";
import { ListFilters } from "./list/list-filters.tsx";
import { isFiltered, type ListState, toDays } from "./list/list-state.ts";
import classes from "./list/page.module.css";
import { PageTurner } from "./list/page-turner.tsx";
import { SelectPage } from "./list/select-boxes.tsx";
import { SummaryCard } from "./list/summary-card.tsx";
import { useListState } from "./list/use-list-state.ts";
import { useSelection } from "./list/use-selection.ts";
import { ViewTabs } from "./list/view-tabs.tsx";

/** All campaigns with what they earned: cards on a phone, a table on a wide screen. */
export function CampaignsPage() {
  const { t } = useTranslation("campaigns");
  const list = useListState();
  const campaigns = useCampaigns(list.state);
  const totals = useTotals(list.state).data ?? null;
  const found = campaigns.data;
  const choice = useColumnChoice();
  const bulk = useBulk();
  const isWide = useIsAtLeast("desktop");
  const add = (
    <LinkButton to="/campaigns/add" color="clay" leftSection={<IconPlus size={18} aria-hidden />}>
      {t("new_campaign")}
    </LinkButton>
  );
  const isEmpty = found?.total === 0 && !isFiltered(list.state);
  return (
    <>
      <PageHeader
        title={t("title")}
        lead={totals ? <Finding totals={totals} /> : t("lead")}
        actions={
          <>
            {isEmpty ? null : <ExportMenu state={list.state} />}
            {add}
          </>
        }
      />
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
            <Found
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

type FoundProps = {
  list: ReturnType<typeof useListState>;
  found: NonNullable<ReturnType<typeof useCampaigns>["data"]>;
  totals: ReturnType<typeof useTotals>["data"] | null;
  columns: ReturnType<typeof useColumnChoice>["chosen"];
  isWide: boolean;
  isBusy: boolean;
  onStarted: (operation: OperationRow) => void;
};

/** The campaigns of one page, and what can be done with them. */
function Found({ list, found, totals, columns, isWide, isBusy, onStarted }: FoundProps) {
  const selection = useSelection(list.state, found.items);
  const context = useCellContext(list.state, totals?.usual_share_today ?? null);
  const [duplicated, setDuplicated] = useState<ListRow | null>(null);
  const shared = { rows: found.items, context, selection, isBusy, onDuplicate: setDuplicated };
  return (
    <>
      {isWide ? (
        <CampaignsTable
          {...shared}
          totals={totals ?? null}
          columns={columns}
          sorting={list.state}
          onSort={list.filter}
        />
      ) : (
        <>
          <div className={classes.select}>
            <SelectPage selection={selection} hasWords />
          </div>
          <CampaignCards {...shared} />
        </>
      )}
      <PageTurner
        state={list.state}
        total={found.total}
        onTurn={(page) => list.goToPage(page, found.next)}
        onSize={(size) => list.filter({ size })}
      />
      {isWide ? <Legend /> : null}
      <BulkBar state={list.state} total={found.total} selection={selection} onStarted={onStarted} />
      <BulkDialog
        action={duplicated ? "duplicate" : null}
        rows={duplicated ? [duplicated] : []}
        onClose={() => setDuplicated(null)}
        onStarted={(operation) => {
          setDuplicated(null);
          onStarted(operation);
        }}
      />
    </>
  );
}

function useCellContext(state: ListState, usualShare: number | null) {
  const today = toRiyadhDay(useNow());
  return { usualShare, today, to: toDays(state, today).to };
}

function NoneFound({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation("campaigns");
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

/** The bulk operation that was started last, until it is closed; its undo takes its place. */
function useBulk() {
  const { id, track } = useTrackedOperation("campaigns");
  const [isNew, setNew] = useState(false);
  function show(operation: OperationRow) {
    setNew(true);
    track(operation);
  }
  return {
    show,
    progress: id ? <BulkProgress id={id} isNew={isNew} onUndo={show} onClose={() => track(null)} /> : null,
  };
}
