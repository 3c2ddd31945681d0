import { useTranslation } from "react-i18next";
import { findRegionNames } from "#base/shared/places/regions.ts";
import { type Column, DataTable } from "#base/web/kit/data-table.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { NoData } from "#base/web/kit/page.tsx";
import { Figure, Ltr, UserText } from "#base/web/kit/text.tsx";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import type { AudienceSplit } from "#modules/ad-accounts/contract/platforms.ts";
import type { AudienceRow } from "#modules/reports/contract/reports.calls.ts";
import classes from "./campaign.module.css";

type Props = {
  rows: readonly AudienceRow[] | null;
  by: AudienceSplit;
  /** What is said where no platform reports this. */
  unsaid: string;
  note: string;
};

/** Who saw a campaign or a plan by age, gender, place, placement or device, as the platforms say it now. */
export function AudienceRows({ rows, by, unsaid, note }: Props) {
  const { t } = useTranslation("campaign");
  const columns = useColumns(by);
  if (rows === null) return <p className={classes.soft}>{unsaid}</p>;
  if (rows.length === 0) return <p className={classes.soft}>{t("none_title")}</p>;
  return (
    <>
      <DataTable
        caption={t(`breakdowns.${by}`)}
        columns={columns}
        rows={[...rows]}
        rowKey={({ key }) => key}
      />
      <p className={classes.soft}>{note}</p>
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
    case "device":
      return t(`devices.${name}`, { defaultValue: name });
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
