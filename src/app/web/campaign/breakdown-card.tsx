import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Column, DataTable } from "#base/web/kit/data-table.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { Card, NoData } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { Figure, Ltr, UserText } from "#base/web/kit/text.tsx";
import { type AudienceSplit, audienceSplits } from "#modules/ad-accounts/contract/platforms.ts";
import { useMedia } from "#modules/campaigns/web/use-choices.ts";
import { type Breakdown, breakdowns } from "#modules/reports/contract/breakdowns.ts";
import type { BreakdownRow } from "#modules/reports/contract/reports.calls.ts";
import { type BreakdownData, type Period, useBreakdown } from "#modules/reports/web/reports.queries.ts";
import { Roas } from "#modules/reports/web/stat-row.tsx";
import { AudienceTable } from "./audience-table.tsx";
import classes from "./campaign.module.css";

type Props = { campaignId: string; period: Period };

/** What is counted here first; what only the platform can say, after it. */
const views = [...breakdowns, ...audienceSplits];
const isAudience = (view: Breakdown | AudienceSplit): view is AudienceSplit =>
  (audienceSplits as readonly string[]).includes(view);

/** The campaign's figures by ad group, ad or hour, and by the people who saw it; each loaded when it is chosen. */
export function BreakdownCard({ campaignId, period }: Props) {
  const { t } = useTranslation("campaign");
  const [by, setBy] = useState<Breakdown | AudienceSplit>("ad_group");
  return (
    <Card
      title={t("breakdown")}
      aside={
        <fieldset className={classes.periods}>
          <legend className="visually-hidden">{t("breakdown_by")}</legend>
          {views.map((one) => (
            <button key={one} type="button" aria-pressed={one === by} onClick={() => setBy(one)}>
              {t(`breakdowns.${one}`)}
            </button>
          ))}
        </fieldset>
      }
    >
      {isAudience(by) ? (
        <AudienceTable campaignId={campaignId} period={period} by={by} />
      ) : (
        <Split campaignId={campaignId} period={period} by={by} />
      )}
    </Card>
  );
}

function Split({ campaignId, period, by }: Props & { by: Breakdown }) {
  const query = useBreakdown(campaignId, by, period);
  return (
    <QueryBoundary query={query} fallback={<SkeletonRows count={3} />}>
      {(data) => <Rows data={data} by={by} />}
    </QueryBoundary>
  );
}

function Rows({ data, by }: { data: BreakdownData; by: Breakdown }) {
  const { t } = useTranslation("campaign");
  const columns = useColumns(by);
  if (data.rows.length === 0)
    return <p className={classes.soft}>{t(by === "hour" ? "no_hours" : "none_title")}</p>;
  return (
    <>
      <DataTable caption={t("breakdown")} columns={columns} rows={data.rows} rowKey={({ key }) => key} />
      {by === "hour" ? <p className={classes.soft}>{t("hours_note")}</p> : null}
      {data.is_complete ? null : <p className={classes.soft}>{t("hours_incomplete")}</p>}
    </>
  );
}

/** Hours have what platforms report only: orders are counted by the day. */
function useColumns(by: Breakdown): Column<BreakdownRow>[] {
  const { t } = useTranslation(["reports", "campaign"]);
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
      header: t("orders"),
      kind: "figure",
      cell: ({ sold }) => (sold ? <Figure value={sold.orders_placed} /> : <None />),
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
      cell: ({ sold }) => (sold && sold.roas_placed !== null ? <Roas value={sold.roas_placed} /> : <None />),
    },
  ];
  const name: Column<BreakdownRow> = {
    key: "name",
    header: t(`campaign:breakdowns.${by}`),
    kind: "main",
    cell: (row) => (by === "hour" ? <Hour hour={Number(row.key)} /> : <Name row={row} />),
  };
  return [name, ...measured, ...(by === "hour" ? [] : sold)];
}

/** An ad with its picture, or an ad group; what was deleted says so. */
function Name({ row: { key, name, media_id, is_deleted } }: { row: BreakdownRow }) {
  const { t } = useTranslation("campaign");
  return (
    <span className={classes.badges}>
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
