import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { Ltr } from "#base/web/kit/text.tsx";
import { joinAgeRanges } from "../contract/ages.ts";
import type { AgeRange } from "../contract/enums.ts";

/** "18+", or "18‑24, 35‑44": chosen age ranges as the fewest spans. None is broken at its hyphen. */
export function AgeSpans({
  ranges,
  excluded = [],
}: {
  ranges: readonly AgeRange[];
  excluded?: readonly AgeRange[];
}) {
  const { t } = useTranslation("campaigns");
  return joinAgeRanges(ranges, excluded).map(({ min, max }, index) => (
    <Fragment key={min}>
      {index > 0 ? t("list_comma") : null}
      <Ltr>{max === null ? `${min}+` : `${min}\u2011${max}`}</Ltr>
    </Fragment>
  ));
}
