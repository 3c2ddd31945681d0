import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { DateText, Ltr, TimeText, UserText } from "#base/web/kit/text.tsx";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import { kilometres } from "../../contract/check-ad-group.ts";
import { findCity } from "../../contract/cities.ts";
import { formatTimes } from "../../contract/roas.ts";
import type { Draft } from "./draft.ts";
import classes from "./form.module.css";

type Row = [string, ReactNode];

/** Everything the merchant entered, to be checked once more before it costs money. */
export function Review({ draft: { campaign, adGroup, ad } }: { draft: Draft }) {
  const { t } = useTranslation("campaigns");
  const language = useLanguage();
  const places = adGroup.locations.map(
    (place) =>
      `${findCity(place.city)?.[language] ?? t("form.point")} (${kilometres(place.radius_metres)} ${t("form.km")})`,
  );
  const moment = (at: string | null, otherwise: string) =>
    at === null ? (
      otherwise
    ) : (
      <>
        <DateText at={at} style="full" /> <TimeText at={at} />
      </>
    );
  const rows: Row[] = [
    [t("form.name"), <UserText key="n">{campaign.name}</UserText>],
    [t("form.platform"), t(`platform_names.${campaign.platform}`)],
    ...(campaign.placements.length > 0
      ? [
          [
            t("form.placements"),
            campaign.placements.map((one) => t(`placements.${one}`)).join(t("form.list_comma")),
          ] as Row,
        ]
      : []),
    [t("form.objective"), t(`objectives.${campaign.objective}`)],
    [t("form.daily_budget"), <Money key="b" halalas={campaign.daily_budget_halalas ?? 0} />],
    [t("form.bidding"), t(`bidding.${campaign.bidding_strategy}`)],
    ...(campaign.bidding_strategy === "target_roas" && campaign.target_roas !== null
      ? [[t("form.target_roas"), <Ltr key="r">{formatTimes(campaign.target_roas)}</Ltr>] as Row]
      : []),
    [t("form.starts_at"), moment(campaign.starts_at, t("form.start_at_once"))],
    [t("form.ends_at"), moment(campaign.ends_at, t("form.no_end"))],
    [t("form.ages"), <Ltr key="a">{adGroup.age_ranges.join(", ")}</Ltr>],
    [t("form.gender"), t(`genders.${adGroup.gender}`)],
    [t("form.locations"), places.length === 0 ? t("form.whole_kingdom") : places.join(t("form.list_comma"))],
    ...(adGroup.keywords.length > 0
      ? [
          [
            t("form.keywords"),
            <UserText key="k">{adGroup.keywords.join(t("form.list_comma"))}</UserText>,
          ] as Row,
        ]
      : []),
    [t("form.headline"), <UserText key="h">{[ad.headline, ...ad.more_headlines].join(" | ")}</UserText>],
    [t("form.target_url"), <Ltr key="u">{ad.target_url || campaign.landing_url}</Ltr>],
  ];
  return (
    <Card title={t("form.steps.review")}>
      <dl className={classes.review}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
