import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { StatusBadge, type Tone } from "#base/web/kit/badge.tsx";
import { RiyalSign } from "#base/web/kit/money.tsx";
import { NoData } from "#base/web/kit/page.tsx";
import { Figure, Ltr } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import type { OverClaimVerdict } from "../../contract/bridge.ts";
import type { TruthFigures, TruthReport } from "../../contract/truth.calls.ts";
import { Finding } from "./finding.tsx";
import classes from "./truth.module.css";

/** The three numbers of each platform side by side, the totals last, and what proves the orders. */
export function TruthTable({ report }: { report: TruthReport }) {
  const { t } = useTranslation(["reports_truth", "reports"]);
  const { totals, previous, platforms } = report;
  const widest = Math.max(
    1,
    ...platforms.flatMap((row) => [row.claimed?.halalas ?? 0, row.proven.halalas, row.delivered.halalas]),
  );
  return (
    <section className={classes.truth} aria-labelledby="truth-finding">
      <Finding report={report} />
      <table className={classes.table}>
        <caption className="visually-hidden">{t("table")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("platform")}</th>
            <Head sign>{t("spend")}</Head>
            <Head sign>{t("claimed")}</Head>
            <Head sign>{t("proven")}</Head>
            <Head sign tone="delivered">
              {t("delivered")}
            </Head>
            <th scope="col">{t("side_by_side")}</th>
            <th scope="col">{t("over_claim")}</th>
            <th scope="col">{t("roas_claimed")}</th>
            <Head tone="delivered">{t("roas_delivered")}</Head>
          </tr>
        </thead>
        <tbody>
          {platforms.map((row) => (
            <Row
              key={row.platform}
              row={row}
              widest={widest}
              name={
                <>
                  <PlatformIcon platform={row.platform} size={28} />
                  {t(`reports:${row.platform}`)}
                </>
              }
            />
          ))}
        </tbody>
        <tfoot>
          <Row row={totals} previous={previous} name={t("all")} />
        </tfoot>
      </table>
      <Foot report={report} />
    </section>
  );
}

function Head({ children, sign, tone }: { children: ReactNode; sign?: boolean; tone?: "delivered" }) {
  return (
    <th scope="col" data-tone={tone}>
      {children}
      {sign ? (
        <>
          {" "}
          <RiyalSign />
        </>
      ) : null}
    </th>
  );
}

type RowProps = {
  row: TruthFigures;
  name: ReactNode;
  /** The longest bar of all rows, in halalas; without it the row has no bars. */
  widest?: number;
  previous?: TruthFigures | null;
};

function Row({ row, name, widest, previous }: RowProps) {
  const { t } = useTranslation("reports_truth");
  const { claimed, proven, delivered } = row;
  const cell = (label: string, value: ReactNode, note: ReactNode = null, tone?: string) => (
    <td data-tone={tone}>
      <span className={classes.label} aria-hidden>
        {label}
      </span>
      <span className={classes.value}>
        {value}
        {note ? <small>{note}</small> : null}
      </span>
    </td>
  );
  return (
    <tr>
      <th scope="row">
        <span className={classes.platform}>{name}</span>
      </th>
      {cell(t("spend"), <Riyals halalas={row.spend_halalas} />)}
      {cell(
        t("claimed"),
        claimed ? <Riyals halalas={claimed.halalas} /> : <NoData label={t("no_city_claims")} />,
        claimed ? t("orders", { count: claimed.orders }) : null,
        "claimed",
      )}
      {cell(t("proven"), <Riyals halalas={proven.halalas} />, t("orders", { count: proven.orders }))}
      {cell(
        t("delivered"),
        <Riyals halalas={delivered.halalas} />,
        delivered.expected_halalas > 0 ? (
          <>
            {t("of_it_expected")} <Riyals halalas={delivered.expected_halalas} />
          </>
        ) : null,
        "delivered",
      )}
      <td className={classes.barsCell}>{widest ? <Bars row={row} widest={widest} /> : null}</td>
      {cell(
        t("over_claim"),
        <OverClaimValue value={row.over_claim} />,
        previous?.over_claim?.factor ? (
          <>
            {t("was")} <Ltr>{`${previous.over_claim.factor.toFixed(2)}×`}</Ltr>
          </>
        ) : null,
      )}
      {cell(t("roas_claimed"), <Ratio value={row.roas_claimed} />)}
      {cell(
        t("roas_delivered"),
        <Ratio value={row.roas_delivered} />,
        row.roas_delivered !== null && row.roas_delivered < 1 ? (
          t("loss")
        ) : previous?.roas_delivered ? (
          <>
            {t("was")} <Figure value={previous.roas_delivered} decimals={2} after="×" />
          </>
        ) : null,
        "delivered",
      )}
    </tr>
  );
}

/** Whole riyals without the sign, which stands in the column's head. */
export function Riyals({ halalas }: { halalas: number }) {
  return <Figure value={Math.round(halalas / 100)} />;
}

function Ratio({ value }: { value: number | null }) {
  const { t } = useTranslation("reports_truth");
  return value === null ? <NoData label={t("no_spend")} /> : <Figure value={value} decimals={2} after="×" />;
}

const tones: Record<OverClaimVerdict, Tone> = {
  below: "info",
  close: "good",
  over: "waiting",
  far_over: "bad",
  nothing_delivered: "bad",
};

export function OverClaimValue({ value }: { value: TruthFigures["over_claim"] }) {
  const { t } = useTranslation("reports_truth");
  if (!value) return <NoData label={t("nothing_to_compare")} />;
  return (
    <span className={classes.factor}>
      {value.factor === null ? null : <Figure value={value.factor} decimals={2} after="×" />}
      <StatusBadge tone={tones[value.verdict]}>{t(`verdict.${value.verdict}`)}</StatusBadge>
    </span>
  );
}

/** Claimed hollow, proven light, delivered full, and what is only expected hatched; to the eye alone. */
function Bars({ row, widest }: { row: TruthFigures; widest: number }) {
  const share = (halalas: number) => `${(Math.max(0, halalas) / widest) * 100}%`;
  const { claimed, proven, delivered } = row;
  return (
    <span className={classes.bars} aria-hidden>
      {claimed ? <i data-evidence="claimed" style={{ inlineSize: share(claimed.halalas) }} /> : null}
      <i data-evidence="proven" style={{ inlineSize: share(proven.halalas) }} />
      <span>
        <i
          data-evidence="delivered"
          style={{ inlineSize: share(delivered.halalas - delivered.expected_halalas) }}
        />
        <i data-evidence="expected" style={{ inlineSize: share(delivered.expected_halalas) }} />
      </span>
    </span>
  );
}

/** What proves the orders, and between what the estimate lies. */
function Foot({ report: { witnesses, totals, level } }: { report: TruthReport }) {
  const { t } = useTranslation("reports_truth");
  const format = useFormat();
  const riyals = (halalas: number) => format.number(Math.round(halalas / 100));
  const { low_halalas, high_halalas } = totals.range;
  return (
    <div className={classes.foot}>
      <dl className={classes.witnesses}>
        {(["click_id", "coupon", "both", "conflict"] as const).map((witness) => (
          <div key={witness} data-conflict={witness === "conflict" && witnesses.conflict > 0}>
            <dt>{t(`witness.${witness}`)}</dt>
            <dd>
              <Figure value={witnesses[witness]} />
            </dd>
          </div>
        ))}
      </dl>
      {low_halalas === high_halalas ? null : (
        <p title={t("range_help", { level })}>
          {t("range", {
            amount: riyals(totals.delivered.halalas),
            low: riyals(low_halalas),
            high: riyals(high_halalas),
          })}
        </p>
      )}
    </div>
  );
}
