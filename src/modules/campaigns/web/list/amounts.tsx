import { useTranslation } from "react-i18next";
import { NoData } from "#base/web/kit/page.tsx";
import { useFormat } from "#base/web/runtime/format.ts";

/** Figures of a column, whose heading names the unit: no sign in a cell, and as many decimals in all of them. */

/** Riyals, rounded to whole ones unless `decimals`. Null is no data, which is not zero. */
export function Riyals({ halalas, decimals = false }: { halalas: number | null; decimals?: boolean }) {
  const { t } = useTranslation("base");
  const format = useFormat();
  if (halalas === null) return <NoData label={t("no_data")} />;
  const written = decimals ? format.riyals(halalas) : format.number(Math.round(halalas / 100));
  return (
    <bdi dir="ltr" className="figures">
      {written}
    </bdi>
  );
}

/** A return: "3.15×". */
export function Times({ value }: { value: number | null }) {
  const { t } = useTranslation("base");
  const format = useFormat();
  if (value === null) return <NoData label={t("no_data")} />;
  return <bdi dir="ltr" className="figures">{`${format.number(value, 2)}×`}</bdi>;
}

/** The change against the days before; nothing without anything to compare with. `better` says which way is good. */
export function Change({
  now,
  before,
  better,
}: {
  now: number | null;
  before: number | null;
  better?: "up" | "down";
}) {
  const { t } = useTranslation("base");
  const format = useFormat();
  if (now === null || before === null || before <= 0) return null;
  const share = (now - before) / before;
  const tone =
    better === undefined || share === 0 ? "plain" : share > 0 === (better === "up") ? "good" : "bad";
  return (
    <small data-tone={tone}>
      <span className="visually-hidden">{t(share < 0 ? "went_down" : "went_up")}</span>
      <bdi dir="ltr" className="figures">
        {`${share < 0 ? "\u2212" : "+"}${format.percent(Math.abs(share))}`}
      </bdi>
    </small>
  );
}
