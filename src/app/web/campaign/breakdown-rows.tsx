import { useTranslation } from "react-i18next";
import { type Column, DataTable } from "#base/web/kit/data-table.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { NoData } from "#base/web/kit/page.tsx";
import { Figure, Ltr, UserText } from "#base/web/kit/text.tsx";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import { useMedia } from "#modules/campaigns/web/use-choices.ts";
import { readSales } from "#modules/figures/contract/counted-sales.ts";
import { useCountedOrders } from "#modules/merchants/web/merchants.queries.ts";
import type { PlanBreakdown } from "#modules/reports/contract/breakdowns.ts";
import type { BreakdownRow } from "#modules/reports/contract/reports.calls.ts";
import type { BreakdownData } from "#modules/reports/web/reports.queries.ts";
import { salesNames } from "#modules/reports/web/sales-names.ts";
import { Roas } from "#modules/reports/web/stat-row.tsx";
import classes from "./campaign.module.css";

type Props = { caption: string; data: BreakdownData; by: PlanBreakdown };

/** A campaign's or a plan's figures, a row for each ad group, ad, hour or platform. */
export function BreakdownRows({ caption, data, by }: Props) {
  const { t } = useTranslation("campaign");
  const columns = useColumns(by);
  if (data.rows.length === 0)
    return <p className={classes.soft}>{t(by === "hour" ? "no_hours" : "none_title")}</p>;
  return (
    <>
      <DataTable caption={caption} columns={columns} rows={data.rows} rowKey={({ key }) => key} />
      {by === "hour" ? <p className={classes.soft}>{t("hours_note")}</p> : null}
      {data.is_complete ? null : <p className={classes.soft}>{t("hours_incomplete")}</p>}
    </>
  );
}

/** Hours have what platforms report only: orders are counted by the day. */
function useColumns(by: PlanBreakdown): Column<BreakdownRow>[] {
  const { t } = useTranslation(["reports", "campaign"]);
  const counted = useCountedOrders();
  const measured: Column<BreakdownRow>[] = [
    {
      key: "spend",
      header: t("spend"),
      kind: "figure",
      cell: (row) => <Money halalas={row.spend_halalas} />,
    },
    {
      key: "impressions",
      header: t("impressions"),
      kind: "figure",
      cell: (row) => <Figure value={row.impressions} />,
    },
    { key: "clicks", header: t("clicks"), kind: "figure", cell: (row) => <Figure value={row.clicks} /> },
    { key: "cpc", header: t("cpc"), kind: "figure", cell: (row) => <Price halalas={row.cpc_halalas} /> },
    { key: "cpm", header: t("cpm"), kind: "figure", cell: (row) => <Price halalas={row.cpm_halalas} /> },
  ];
  const sold: Column<BreakdownRow>[] = [
    {
      key: "orders",
      header: t(salesNames[counted].orders),
      kind: "figure",
      cell: ({ sold }) => (sold ? <Figure value={readSales(sold, counted).orders} /> : <None />),
    },
    {
      key: "cost_per_order",
      header: t("cost_per_order"),
      kind: "figure",
      cell: ({ sold }) => <Price halalas={sold?.cost_per_order_halalas ?? null} />,
    },
    {
      key: "roas",
      header: t("roas_short"),
      kind: "figure",
      cell: ({ sold }) => {
        const roas = sold && readSales(sold, counted).roas;
        return roas === null ? <None /> : <Roas value={roas} />;
      },
    },
  ];
  const name: Column<BreakdownRow> = {
    key: "name",
    header: t(`campaign:breakdowns.${by}`),
    kind: "main",
    cell: (row) => <Name row={row} by={by} />,
  };
  return [name, ...measured, ...(by === "hour" ? [] : sold)];
}

function Name({ row, by }: { row: BreakdownRow; by: PlanBreakdown }) {
  const { t } = useTranslation("campaigns");
  if (by === "hour") return <Hour hour={Number(row.key)} />;
  if (by !== "platform") return <OwnName row={row} />;
  const platform = row.key as Platform;
  return (
    <span className={classes.badges}>
      <PlatformIcon platform={platform} />
      {t(`platform_names.${platform}`)}
    </span>
  );
}

/** An ad with its picture, or an ad group, with its platform in a plan; what was deleted says so. */
function OwnName({ row: { key, platform, name, media_id, is_deleted } }: { row: BreakdownRow }) {
  const { t } = useTranslation(["campaign", "campaigns"]);
  return (
    <span className={classes.badges}>
      {platform === null ? null : (
        <PlatformIcon platform={platform} label={t(`campaigns:platform_names.${platform}`)} />
      )}
      {media_id === null ? null : <SmallPicture mediaId={media_id} />}
      <span>
        {name !== null ? <UserText>{name}</UserText> : t(key === "" ? "by_coupon" : "name_unknown")}
        {is_deleted && key !== "" ? <span className={classes.soft}> · {t("there.deleted")}</span> : null}
      </span>
    </span>
  );
}

/** Decoration: the ad's name stands beside it. */
function SmallPicture({ mediaId }: { mediaId: string }) {
  const media = useMedia(mediaId).data;
  return (
    <span className={classes.smallPicture}>
      {media ? <img src={media.thumbnail_url} alt="" loading="lazy" /> : null}
    </span>
  );
}

const Hour = ({ hour }: { hour: number }) => <Ltr>{`${String(hour).padStart(2, "0")}:00`}</Ltr>;

const Price = ({ halalas }: { halalas: number | null }) =>
  halalas === null ? <None /> : <Money halalas={halalas} />;

function None() {
  const { t } = useTranslation("base");
  return <NoData label={t("no_data_yet")} />;
}
