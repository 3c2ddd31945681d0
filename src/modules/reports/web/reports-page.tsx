import { Button } from "@mantine/core";
import { IconAdjustmentsHorizontal, IconRefresh } from "@tabler/icons-react";
import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { LazyDialog } from "#base/web/kit/lazy-dialog.tsx";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { PageHeader } from "#base/web/kit/page.tsx";
import { SkeletonFigures } from "#base/web/kit/skeletons.tsx";
import { RelativeTime } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { useNow } from "#base/web/runtime/now.ts";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import { ExportMenu } from "./export/export-menu.tsx";
import { FilterChips } from "./frame/filter-chips.tsx";
import classes from "./frame/frame.module.css";
import { ComparePicker, PeriodPicker } from "./frame/period-picker.tsx";
import { countFilters, toScope } from "./frame/report-state.ts";
import { SeasonChips } from "./frame/season-presets.tsx";
import { isShown, TabRow } from "./frame/tab-row.tsx";
import { useReportState } from "./frame/use-report-state.ts";
import { useReportPeriods } from "./report-tables.queries.ts";
import { tabComponents } from "./report-tabs.ts";
import { reportsKeys } from "./reports.queries.ts";
import { toScopeQuery } from "./scope-query.ts";

const Filters = lazy(async () => ({ default: (await import("./frame/filters.tsx")).Filters }));

/** `/reports`: tab, period, comparison and filters are in the address; each tab is loaded when it is first opened. */
export function ReportsPage() {
  const { t } = useTranslation("reports_frame");
  const { state, change, clearFilters } = useReportState();
  const today = toRiyadhDay(useNow());
  const scope = useMemo(() => toScope(state, today), [state, today]);
  const periods = useReportPeriods(scope).data;
  const isWide = useIsAtLeast("desktop");
  const [isFiltering, setFiltering] = useState(false);
  const Tab = tabComponents[isShown(state.tab) ? state.tab : "overview"];
  const count = countFilters(state);
  return (
    <div className={classes.page}>
      <PageHeader
        title={t("title")}
        lead={<ReadTime at={periods?.as_of} />}
        actions={
          <>
            <LinkButton to="/reports/own" variant="default">
              {t("own")}
            </LinkButton>
            {state.tab === "orders" || state.tab === "truth" ? (
              <ExportMenu call={`GET Clients/Reports/${state.tab}/export`} query={toScopeQuery(scope)} />
            ) : (
              <ExportMenu
                call="GET Clients/Reports/tables/{tab}/export"
                params={{ tab: state.tab }}
                query={{ ...toScopeQuery(scope), by: state.by, sort: state.sort, order: state.order }}
              />
            )}
            <Button
              variant="default"
              leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
              onClick={() => setFiltering(true)}
            >
              {count === 0 ? t("filters.open") : t("filters.open_with", { count: count })}
            </Button>
          </>
        }
      />
      <TabRow state={state} />
      <div className={classes.bar}>
        <PeriodPicker state={state} today={today} periods={periods} onChange={change} />
        <ComparePicker state={state} periods={periods} onChange={change} />
        {periods ? (
          <SeasonChips
            periods={periods}
            days={{ from: scope.from ?? today, to: scope.to ?? today }}
            state={state}
            onChange={change}
          />
        ) : null}
      </div>
      <FilterChips state={state} onChange={change} />
      <Suspense fallback={<SkeletonFigures />}>{Tab ? <Tab scope={scope} /> : null}</Suspense>
      <LazyDialog opened={isFiltering}>
        <Filters
          opened={isFiltering}
          isWide={isWide}
          state={state}
          onChange={change}
          onClear={clearFilters}
          onClose={() => setFiltering(false)}
        />
      </LazyDialog>
    </div>
  );
}

/** When the figures were read, and a button that reads them again: they are kept for ten minutes. */
function ReadTime({ at }: { at: string | null | undefined }) {
  const { t } = useTranslation("reports_frame");
  const format = useFormat();
  const client = useQueryClient();
  const isReading = useIsFetching({ queryKey: reportsKeys.all }) > 0;
  return (
    <span className={classes.asOf}>
      <button
        type="button"
        className={classes.refresh}
        aria-label={t("refresh")}
        title={t("refresh")}
        aria-busy={isReading}
        onClick={() => void client.invalidateQueries({ queryKey: reportsKeys.all })}
      >
        <IconRefresh size={18} aria-hidden />
      </button>
      {at ? (
        <span title={`${format.date(at, "full")} ${format.time(at)}`}>
          {t("as_of")} <RelativeTime at={at} />
        </span>
      ) : at === null ? (
        <span>{t("as_of_partly")}</span>
      ) : null}
    </span>
  );
}
