import { useTranslation } from "react-i18next";
import { findRegionNames } from "#base/shared/places/regions.ts";
import { type Column, DataTable } from "#base/web/kit/data-table.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { NoData } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { Figure, Ltr, UserText } from "#base/web/kit/text.tsx";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import type { AudienceSplit } from "#modules/ad-accounts/contract/platforms.ts";
import type { AudienceRow } from "#modules/reports/contract/reports.calls.ts";
import { type Period, useAudience } from "#modules/reports/web/reports.queries.ts";
import classes from "./campaign.module.css";

type Props = { campaignId: string; period: Period; by: AudienceSplit };

/** Who saw the campaign by age, gender or place, as its platform says it now; some platforms do not. */
export function AudienceTable({ campaignId, period, by }: Props) {
  const query = useAudience(campaignId, by, period);
  return (
    <QueryBoundary query={query} fallback={<SkeletonRows count={3} />}>
      {({ rows }) => <People rows={rows} by={by} />}
    </QueryBoundary>
  );
}

function People({ rows, by }: { rows: AudienceRow[] | null; by: AudienceSplit }) {
  const { t } = useTranslation("campaign");
  const columns = useColumns(by);
  if (rows === null) return <p className={classes.soft}>{t("platform_does_not_say")}</p>;
  if (rows.length === 0) return <p className={classes.soft}>{t("none_title")}</p>;
  return (
    <>
      <DataTable caption={t(`breakdowns.${by}`)} columns={columns} rows={rows} rowKey={({ key }) => key} />
      <p className={classes.soft}>{t("audience_note")}</p>
    </>
  );
}

function useColumns(by: AudienceSplit): Column<AudienceRow>[] {
  const { t } = useTranslation(["reports", "campaign"]);
  const figure = (key: "impressions" | "clicks"): Column<AudienceRow> => ({
    key,
    header: t(key),
    kind: "figure",
    cell: (row) => <Figure value={row[key]} />,
  });
  const price = (key: "cpc" | "cpm"): Column<AudienceRow> => ({
    key,
    header: t(key),
    kind: "figure",
    cell: (row) => <Price halalas={row[`${key}_halalas`]} />,
  });
  return [
    {
      key: "name",
      header: t(`campaign:breakdowns.${by}`),
      kind: "main",
      cell: ({ key }) => <Name name={key} by={by} />,
    },
    {
      key: "spend",
      header: t("spend"),
      kind: "figure",
      cell: (row) => <Money halalas={row.spend_halalas} />,
    },
    figure("impressions"),
    figure("clicks"),
    price("cpc"),
    price("cpm"),
  ];
}

function Name({ name, by }: { name: string; by: AudienceSplit }) {
  const { t } = useTranslation("campaign");
  const language = useLanguage();
  if (name === "unknown") return t("name_unknown");
  switch (by) {
    case "age":
      return <Ltr>{name}</Ltr>;
    case "gender":
      return t(`people.${name}`, { defaultValue: name });
    case "placement":
      return t(`placements.${name}`, { defaultValue: name });
    case "place":
      return <UserText>{findRegionNames(name)?.[language] ?? name}</UserText>;
  }
}

function Price({ halalas }: { halalas: number | null }) {
  const { t } = useTranslation("base");
  return halalas === null ? <NoData label={t("no_data_yet")} /> : <Money halalas={halalas} />;
}
