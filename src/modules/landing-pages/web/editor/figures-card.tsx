import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { DateText, Figure } from "#base/web/kit/text.tsx";
import type { PageDetails, PageFigures } from "../../contract/landing-pages.calls.ts";
import { usePageFigures } from "../landing-pages.queries.ts";
import classes from "./page-editor.module.css";

/** What the page brought in the last 30 days. */
export function FiguresCard({ page }: { page: PageDetails }) {
  const { t } = useTranslation("landing_pages");
  const query = usePageFigures(page.id);
  return (
    <Card title={t("figures.title")}>
      <QueryBoundary query={query} fallback={<SkeletonRows count={4} />}>
        {(figures) => <Figures figures={figures} />}
      </QueryBoundary>
    </Card>
  );
}

function Figures({ figures }: { figures: PageFigures }) {
  const { t } = useTranslation("landing_pages");
  const { days, orders, sales_halalas } = figures;
  const sum = (name: "views" | "taps") => days.reduce((total, day) => total + day[name], 0);
  const stats = [
    { label: t("figures.view_count"), value: <Figure value={sum("views")} /> },
    { label: t("figures.tap_count"), value: <Figure value={sum("taps")} /> },
    { label: t("figures.order_count"), value: <Figure value={orders} /> },
    { label: t("figures.sales"), value: <Money halalas={sales_halalas} /> },
  ];
  return (
    <div className={classes.field}>
      <dl className={classes.stats}>
        {stats.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.quiet}>{t("figures.orders_help")}</p>
      {days.length === 0 ? <p className={classes.quiet}>{t("figures.empty")}</p> : <DayTable days={days} />}
    </div>
  );
}

/** The newest day first. */
function DayTable({ days }: Pick<PageFigures, "days">) {
  const { t } = useTranslation("landing_pages");
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">{t("figures.by_day")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("figures.day")}</th>
          <th scope="col">{t("figures.view_count")}</th>
          <th scope="col">{t("figures.tap_count")}</th>
          <th scope="col">{t("figures.bots")}</th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ day, views, taps, bot_views }) => (
          <tr key={day}>
            <th scope="row">
              <DateText at={day} />
            </th>
            {[views, taps, bot_views].map((value, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns are always these
              <td key={index}>
                <Figure value={value} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
