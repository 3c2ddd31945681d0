import { Button, Checkbox } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { OperationRow } from "#base/shared/operations.calls.ts";
import { useTrackedOperation } from "#base/web/data/operations.queries.ts";
import { type Column, DataTable } from "#base/web/kit/data-table.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { Pagination } from "#base/web/kit/pagination.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState, ErrorState } from "#base/web/kit/states.tsx";
import { DateText, UserText } from "#base/web/kit/text.tsx";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import type { SortKey } from "../contract/enums.ts";
import type { CampaignRow } from "../contract/shapes.ts";
import { ActionMenu } from "./action-menu.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { BulkProgress } from "./bulk-progress.tsx";
import classes from "./campaigns.module.css";
import { pageSize, useCampaigns } from "./campaigns.queries.ts";
import { ListFilters } from "./list-filters.tsx";
import { NewCampaign } from "./new-campaign.tsx";
import { CampaignStatus } from "./status-badge.tsx";
import { SyncBadge } from "./sync-badge.tsx";
import { useCampaignAction } from "./use-campaign-action.ts";
import { useListState } from "./use-list-state.ts";
import { type Selection, useSelection } from "./use-selection.ts";

/** All campaigns: cards on a phone, a table on a wide screen. */
export function CampaignsPage() {
  const { t } = useTranslation("campaigns");
  const list = useListState();
  const campaigns = useCampaigns(list.state);
  const found = campaigns.data;
  const selection = useSelection(list.state, found?.items ?? []);
  const columns = useColumns(selection);
  const bulk = useBulk();
  const isFiltered = Boolean(
    list.state.search || list.state.status || list.state.platform || list.state.sync,
  );
  const add = <NewCampaign />;
  return (
    <>
      <PageHeader title={t("title")} lead={t("lead")} actions={add} />
      {found?.total === 0 && !isFiltered ? (
        <Card>
          <EmptyState title={t("empty.title")} action={add}>
            {t("empty.words")}
          </EmptyState>
        </Card>
      ) : (
        <Card>
          {bulk.progress}
          <ListFilters state={list.state} onChange={list.filter} />
          {campaigns.isPending ? <SkeletonRows count={5} /> : null}
          {campaigns.isError && !found ? (
            <ErrorState error={campaigns.error} onRetry={() => void campaigns.refetch()} />
          ) : null}
          {found?.total === 0 ? (
            <EmptyState
              title={t("empty.none_found")}
              action={
                <Button variant="default" onClick={list.clear}>
                  {t("empty.clear")}
                </Button>
              }
            >
              {t("empty.none_found_words")}
            </EmptyState>
          ) : null}
          {found && found.total > 0 ? (
            <>
              <BulkBar selection={selection} shown={found.items} onStarted={bulk.show} />
              <DataTable
                caption={t("title")}
                columns={columns}
                rows={found.items}
                rowKey={(row) => row.id}
                sorting={{ key: list.state.sort, direction: list.state.order }}
                onSort={({ key, direction }) => list.filter({ sort: key as SortKey, order: direction })}
                busy={campaigns.isPlaceholderData}
              />
              <Pagination
                page={list.state.page}
                size={pageSize}
                total={found.total}
                onChange={(page) => list.goToPage(page, found.next)}
              />
            </>
          ) : null}
        </Card>
      )}
    </>
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

function useColumns(selection: Selection): Column<CampaignRow>[] {
  const { t } = useTranslation("campaigns");
  return [
    {
      key: "name",
      header: t("columns.name"),
      kind: "main",
      sortable: true,
      cell: (row) => (
        <div className={classes.selectable}>
          <Checkbox
            aria-label={t("bulk.select_one", { name: row.name })}
            checked={selection.has(row.id)}
            disabled={selection.isFull && !selection.has(row.id)}
            onChange={({ currentTarget }) => selection.set([row], currentTarget.checked)}
          />
          <Link to="/campaigns/$id" params={{ id: row.id }} className={classes.name}>
            <PlatformIcon platform={row.platform} label={t(`platform_names.${row.platform}`)} />
            <UserText>{row.name}</UserText>
          </Link>
        </div>
      ),
    },
    { key: "status", header: t("columns.status"), cell: (row) => <CampaignStatus status={row.status} /> },
    {
      key: "sync",
      header: t("columns.sync"),
      cell: (row) => <SyncBadge sync={row.sync} reason={row.fault} />,
    },
    {
      key: "budget",
      header: t("columns.budget"),
      kind: "figure",
      sortable: true,
      cell: (row) => <Money halalas={row.daily_budget_halalas} whole />,
    },
    {
      key: "start",
      header: t("columns.start"),
      sortable: true,
      cell: (row) => (row.starts_at_once ? t("at_start") : <DateText at={row.starts_at} style="short" />),
    },
    {
      key: "end",
      header: t("columns.end"),
      cell: (row) => (row.ends_at ? <DateText at={row.ends_at} style="short" /> : t("no_end")),
    },
    {
      key: "actions",
      header: t("columns.actions"),
      kind: "actions",
      cell: (row) => <RowActions row={row} />,
    },
  ];
}

function RowActions({ row }: { row: CampaignRow }) {
  const act = useCampaignAction();
  return (
    <ActionMenu
      name={row.name}
      kind="campaign"
      actions={row.allowed_actions}
      busy={act.isPending}
      compact
      onAct={(one) => act.mutate({ id: row.id, act: one })}
    />
  );
}
