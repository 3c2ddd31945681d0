import { lazy, useState } from "react";
import type { OperationRow } from "#base/shared/operations.calls.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { LazyDialog } from "#base/web/kit/lazy-dialog.tsx";
import { useNow } from "#base/web/runtime/now.ts";
import { useCountedOrders } from "#modules/merchants/web/merchants.queries.ts";
import type { ListRow } from "../../contract/list.ts";
import type { useCampaigns, useTotals } from "../campaigns.queries.ts";
import { StartRefusal } from "../start-refusal.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { CampaignCards } from "./campaign-cards.tsx";
import { CampaignsTable } from "./campaigns-table.tsx";
import { Legend } from "./legend.tsx";
import type { useColumnChoice } from "./list-columns.ts";
import { type ListState, toDays } from "./list-state.ts";
import classes from "./page.module.css";
import { PageTurner } from "./page-turner.tsx";
import { SelectPage } from "./select-boxes.tsx";
import type { useListState } from "./use-list-state.ts";
import { useSelection } from "./use-selection.ts";

const BulkDialog = lazy(async () => ({ default: (await import("./bulk-dialog.tsx")).BulkDialog }));

type Props = {
  list: ReturnType<typeof useListState>;
  found: NonNullable<ReturnType<typeof useCampaigns>["data"]>;
  totals: ReturnType<typeof useTotals>["data"] | null;
  columns: ReturnType<typeof useColumnChoice>["chosen"];
  isWide: boolean;
  isBusy: boolean;
  onStarted: (operation: OperationRow) => void;
};

/** The campaigns of one page, and what can be done with them. */
export function FoundCampaigns({ list, found, totals, columns, isWide, isBusy, onStarted }: Props) {
  const selection = useSelection(list.state, found.items);
  const context = useCellContext(list.state, totals?.usual_share_today ?? null);
  const [duplicated, setDuplicated] = useState<ListRow | null>(null);
  const shared = { rows: found.items, context, selection, isBusy, onDuplicate: setDuplicated };
  return (
    <>
      <StartRefusal campaigns={found.items} />
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
        found={found}
        onTurn={(page) => list.goToPage(page, found.next)}
        onSize={(size) => list.filter({ size })}
      />
      {isWide ? <Legend /> : null}
      <BulkBar state={list.state} total={found.total} selection={selection} onStarted={onStarted} />
      <LazyDialog opened={duplicated !== null}>
        <BulkDialog
          action={duplicated ? "duplicate" : null}
          rows={duplicated ? [duplicated] : []}
          onClose={() => setDuplicated(null)}
          onStarted={(operation) => {
            setDuplicated(null);
            onStarted(operation);
          }}
        />
      </LazyDialog>
    </>
  );
}

function useCellContext(state: ListState, usualShare: number | null) {
  const today = toRiyadhDay(useNow());
  return { counted: useCountedOrders(), usualShare, today, to: toDays(state, today).to };
}
