import { useTranslation } from "react-i18next";
import { BarList } from "#base/web/charts/bar-list.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import type { ReportTable } from "../../contract/report-table.calls.ts";
import type { TabProps } from "../report-tabs.ts";
import { readMetric } from "./read-metric.ts";
import { ReportTableView } from "./report-table-view.tsx";
import { ReportValue } from "./report-value.tsx";
import { TabBody } from "./tab-body.tsx";
import { useTab } from "./use-tab.ts";

/** Who saw the ads, as the platforms say it: by age, gender or place. */
export function AudienceTab({ scope }: TabProps) {
  const { t } = useTranslation("reports_tabs");
  const view = useTab("audience", scope);
  return (
    <TabBody view={view}>
      {(table) => (
        <>
          <Card title={t("audience.spend")}>
            <BarList label={t("audience.spend")} bars={listBars(table)} />
          </Card>
          <ReportTableView
            tab="audience"
            title={t("audience.title")}
            table={table}
            view={view}
            name={(row) => <UserText>{row.name}</UserText>}
          />
        </>
      )}
    </TabBody>
  );
}

const shownBars = 12;

const listBars = (table: ReportTable) =>
  table.rows.slice(0, shownBars).map((row) => {
    const value = readMetric(table, row.values, "spend_halalas");
    return {
      key: row.key,
      name: <UserText>{row.name}</UserText>,
      value: value ?? 0,
      text: <ReportValue value={value} unit="halalas" signed />,
    };
  });
