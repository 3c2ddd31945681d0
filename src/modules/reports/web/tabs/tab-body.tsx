import type { ReactNode } from "react";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonFigures } from "#base/web/kit/skeletons.tsx";
import type { ReportTable } from "../../contract/report-table.calls.ts";
import { EmptyTab } from "./empty-tab.tsx";
import { TableNotes } from "./table-notes.tsx";
import classes from "./tabs.module.css";
import type { UseTab } from "./use-tab.ts";

/** A tab's skeleton, its error, why it is empty, or its content with what a reader has to know of it. */
export function TabBody({ view, children }: { view: UseTab; children: (table: ReportTable) => ReactNode }) {
  return (
    <QueryBoundary query={view.table} fallback={<SkeletonFigures />}>
      {(table) =>
        table.emptiness ? (
          <>
            <EmptyTab why={table.emptiness} />
            <TableNotes notes={table.notes} />
          </>
        ) : (
          <div className={classes.stack}>
            {children(table)}
            <TableNotes notes={table.notes} />
          </div>
        )
      }
    </QueryBoundary>
  );
}
