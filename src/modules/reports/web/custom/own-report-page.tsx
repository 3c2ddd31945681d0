import { Button } from "@mantine/core";
import { IconMail } from "@tabler/icons-react";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { lazy, useState } from "react";
import { useTranslation } from "react-i18next";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { parseRiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { DayField } from "#base/web/forms/day-field.tsx";
import { LazyDialog } from "#base/web/kit/lazy-dialog.tsx";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonChart, SkeletonPage } from "#base/web/kit/skeletons.tsx";
import { ErrorState } from "#base/web/kit/states.tsx";
import { RelativeTime } from "#base/web/kit/text.tsx";
import { useNow } from "#base/web/runtime/now.ts";
import type { CustomReport } from "../../contract/custom-reports.calls.ts";
import { ExportMenu } from "../export/export-menu.tsx";
import { BackLink } from "./back-link.tsx";
import classes from "./custom.module.css";
import { type CustomFiguresPage, type Days, useCustomFigures, useCustomReport } from "./custom.queries.ts";
import { Badges } from "./own-reports-page.tsx";
import { ReportActions } from "./report-actions.tsx";
import { ReportChart } from "./report-chart.tsx";
import { ReportEmpty } from "./report-empty.tsx";
import { ReportTable } from "./report-table.tsx";

const ScheduleDialog = lazy(async () => ({
  default: (await import("./schedule-dialog.tsx")).ScheduleDialog,
}));

/** One report: its figures in its own days, or in those of the address, as an e-mail's link names them. */
export function OwnReportPage() {
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  const report = useCustomReport(id);
  return (
    <>
      <BackLink />
      <QueryBoundary query={report} fallback={<SkeletonPage kind="figures" />}>
        {(data) => <Report report={data} />}
      </QueryBoundary>
    </>
  );
}

function Report({ report }: { report: CustomReport }) {
  const { t } = useTranslation("reports_custom");
  const [days, setDays] = useDays();
  const { id, name } = report;
  const query = useCustomFigures(id, days);
  const [first] = query.data?.pages ?? [];
  return (
    <>
      <PageHeader
        title={name}
        lead={first ? <Freshness figures={first} /> : undefined}
        actions={
          <>
            <Schedule report={report} />
            <ExportMenu call="GET Clients/Reports/custom/{id}/export" params={{ id }} query={days} />
            <ReportActions report={report} />
          </>
        }
      />
      <div className={classes.stack}>
        <Badges report={report} />
        {first ? <Period figures={first} onChange={setDays} /> : null}
        {query.isPending ? <SkeletonChart /> : null}
        {query.isError && !query.data ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : null}
        {first?.emptiness ? (
          <Card>
            <ReportEmpty emptiness={first.emptiness} />
          </Card>
        ) : null}
        {first && !first.emptiness ? (
          <>
            {report.definition.display === "table" || report.definition.by.length === 0 ? null : (
              <Card>
                <ReportChart name={name} definition={report.definition} days={days} />
              </Card>
            )}
            <Card>
              <ReportTable
                name={name}
                isBusy={query.isPlaceholderData}
                figures={{ ...first, rows: query.data?.pages.flatMap(({ rows }) => rows) ?? [] }}
              />
            </Card>
            {query.hasNextPage ? (
              <Button
                className={classes.more}
                variant="default"
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {t("show_more")}
              </Button>
            ) : null}
          </>
        ) : null}
      </div>
    </>
  );
}

function Schedule({ report }: { report: CustomReport }) {
  const { t } = useTranslation("reports_custom");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMail size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t("actions.schedule")}
      </Button>
      <LazyDialog opened={isOpen}>
        <ScheduleDialog opened={isOpen} report={report} onClose={() => setOpen(false)} />
      </LazyDialog>
    </>
  );
}

function Freshness({ figures: { as_of, to, unsettled_from } }: { figures: CustomFiguresPage }) {
  const { t } = useTranslation("reports_custom");
  return (
    <>
      {as_of === null ? (
        t("as_of_none")
      ) : (
        <>
          {t("as_of")} <RelativeTime at={as_of} />
        </>
      )}
      {to >= unsettled_from ? <> · {t("unsettled")}</> : null}
    </>
  );
}

/** Which days are shown; another choice is kept in the address. */
function Period({
  figures,
  onChange,
}: {
  figures: CustomFiguresPage;
  onChange: (days: Required<Days>) => void;
}) {
  const { t } = useTranslation("reports_custom");
  const today = toRiyadhDay(useNow(60));
  const from = figures.from as RiyadhDay;
  const to = figures.to as RiyadhDay;
  return (
    <div className={classes.period}>
      <div>
        <DayField
          label={t("editor.from")}
          value={from}
          max={to}
          onChange={(day) => day && onChange({ from: day, to })}
        />
      </div>
      <div>
        <DayField
          label={t("editor.to")}
          value={to}
          min={from}
          max={today}
          onChange={(day) => day && onChange({ from, to: day })}
        />
      </div>
    </div>
  );
}

/** The days in the address; what is no day there counts as absent. */
function useDays(): [Days, (days: Required<Days>) => void] {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const read = (value: unknown) => parseRiyadhDay(String(value ?? "")) ?? undefined;
  const [from, to] = [read(search.from), read(search.to)];
  return [
    { ...(from ? { from } : {}), ...(to ? { to } : {}) },
    (days) => void navigate({ to: ".", search: days as never, replace: true }),
  ];
}
