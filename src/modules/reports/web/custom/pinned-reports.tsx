import { useTranslation } from "react-i18next";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { usePinnedReports } from "./custom.queries.ts";
import { ReportEmpty } from "./report-empty.tsx";
import { ReportTable } from "./report-table.tsx";

/** On home: the reports that the member pinned, each with the beginning of its figures. Nothing while none is pinned. */
export function PinnedReports() {
  const { t } = useTranslation("reports_custom");
  const pinned = usePinnedReports().data?.items ?? [];
  return pinned.map(({ report, figures }) => (
    <Card
      key={report.id}
      title={report.name}
      aside={
        <LinkButton to="/reports/own/$id" params={{ id: report.id }} variant="subtle" size="compact-md">
          {t("open")}
        </LinkButton>
      }
    >
      {figures.emptiness ? (
        <ReportEmpty emptiness={figures.emptiness} />
      ) : (
        <ReportTable name={report.name} figures={figures} isBusy={false} />
      )}
    </Card>
  ));
}
