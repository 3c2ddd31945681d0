import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "#base/web/kit/badge.tsx";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState, ErrorState } from "#base/web/kit/states.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import type { CustomReport } from "../../contract/custom-reports.calls.ts";
import classes from "./custom.module.css";
import { useCustomReports } from "./custom.queries.ts";
import { ReportActions } from "./report-actions.tsx";

/** The reports a member made, and those that others share. */
export function OwnReportsPage() {
  const { t } = useTranslation("reports_custom");
  const query = useCustomReports();
  const reports = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const add = (
    <LinkButton to="/reports/own/new" leftSection={<IconPlus size={18} aria-hidden />}>
      {t("new")}
    </LinkButton>
  );
  const isEmpty = query.data !== undefined && reports.length === 0;
  return (
    <>
      <PageHeader title={t("title")} lead={t("lead")} actions={isEmpty ? null : add} />
      {query.isPending ? <SkeletonRows count={3} /> : null}
      {query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {isEmpty ? (
        <Card>
          <EmptyState title={t("empty_title")} action={add}>
            {t("empty")}
          </EmptyState>
        </Card>
      ) : null}
      <div className={classes.stack}>
        <ul className={classes.list}>
          {reports.map((report) => (
            <li key={report.id}>
              <ReportCard report={report} />
            </li>
          ))}
        </ul>
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
      </div>
    </>
  );
}

function ReportCard({ report }: { report: CustomReport }) {
  const { t } = useTranslation("reports_custom");
  const { definition } = report;
  const by = definition.by.map((breakdown) => t(`breakdowns.${breakdown}`));
  const measures = definition.measures.map((measure) => t(`measures.${measure}`));
  const period = "name" in definition.period ? t(`periods.${definition.period.name}`) : t("periods.fixed");
  return (
    <Card>
      <div className={classes.item}>
        <div className={classes.itemHead}>
          <h2>
            <Link to="/reports/own/$id" params={{ id: report.id }} className={classes.itemName}>
              <UserText>{report.name}</UserText>
            </Link>
          </h2>
          <ReportActions report={report} />
        </div>
        <p>{measures.join(t("comma"))}</p>
        <p className={classes.soft}>{[...by, period].join(" · ")}</p>
        <Badges report={report} />
      </div>
    </Card>
  );
}

/** Who else sees it, and where else it is shown. */
export function Badges({ report: { is_own, is_shared, is_pinned, schedule } }: { report: CustomReport }) {
  const { t } = useTranslation("reports_custom");
  return (
    <div className={classes.badges}>
      {is_own ? null : <StatusBadge tone="neutral">{t("by_colleague")}</StatusBadge>}
      {is_own && is_shared ? <StatusBadge tone="info">{t("shared")}</StatusBadge> : null}
      {is_pinned ? <StatusBadge tone="info">{t("pinned")}</StatusBadge> : null}
      {schedule?.is_active ? <StatusBadge tone="good">{t("scheduled")}</StatusBadge> : null}
      {schedule?.stop_reason ? (
        <StatusBadge tone="waiting">{t(`schedule.reasons.${schedule.stop_reason}`)}</StatusBadge>
      ) : null}
    </div>
  );
}
