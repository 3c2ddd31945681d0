import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { Ltr } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import type { Expected } from "../contract/plan-shapes.ts";
import classes from "./ai-campaign.module.css";

type Range = Expected["clicks"];
type RowProps = { name: string; range: Range; format: (value: number) => string };

/** What the merchant's own weeks let expect, with what it is computed from; or that nothing is known. */
export function ExpectedResults({ expected }: { expected: Expected | null }) {
  const { t } = useTranslation(["assistants", "ad_accounts"]);
  const format = useFormat();
  const list = new Intl.ListFormat(useLanguage(), { type: "conjunction" });
  if (!expected) return <p className={classes.quiet}>{t("planner.expected_unknown")}</p>;
  const { basis } = expected;
  const count = (value: number) => format.number(value);
  return (
    <>
      <dl className={classes.ranges}>
        <RangeRow name={t("planner.clicks")} range={expected.clicks} format={count} />
        <RangeRow name={t("planner.orders")} range={expected.orders} format={count} />
        <RangeRow
          name={t("planner.sales")}
          range={expected.sales_halalas}
          format={(value) => format.riyals(Math.round(value / 100) * 100, true)}
        />
        <RangeRow
          name={t("planner.roas")}
          range={expected.roas}
          format={(value) => `${format.number(value, 2)}×`}
        />
      </dl>
      <p className={classes.quiet}>
        {t("planner.expected_basis", {
          weeks: format.number(basis.weeks),
          orders: format.number(basis.orders),
          spend: format.riyals(Math.round(basis.spend_halalas / 100) * 100, true),
        })}{" "}
        {expected.left_out.length > 0
          ? t("planner.expected_without", {
              platforms: list.format(
                expected.left_out.map((platform) => t(`ad_accounts:platforms.${platform}`)),
              ),
            })
          : null}
      </p>
      <p className={classes.quiet}>
        {t("planner.expected_spend")} <Money halalas={expected.spend_halalas} whole />
      </p>
    </>
  );
}

/** The range as a bar, with a dot for the merchant's own average. */
function RangeRow({ name, range: { low, middle, high }, format }: RowProps) {
  const at = high > 0 ? (100 * middle) / high : 0;
  const from = high > 0 ? (100 * low) / high : 0;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className={classes.bar} aria-hidden>
          <span style={{ insetInlineStart: `${from}%`, insetInlineEnd: 0 }} />
          <i style={{ insetInlineStart: `${at}%` }} />
        </span>
        <Ltr>{low === high ? format(low) : `${format(low)}–${format(high)}`}</Ltr>
      </dd>
    </div>
  );
}
