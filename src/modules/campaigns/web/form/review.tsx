import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { DateText, Ltr, TimeText, UserText } from "#base/web/kit/text.tsx";
import { type Format, useFormat } from "#base/web/runtime/format.ts";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import { useStores } from "#modules/stores/web/stores.queries.ts";
import { formatTimes } from "../../contract/roas.ts";
import type { NewCampaign } from "../../contract/shapes.ts";
import { toPlanBody } from "../../domain/plan-body.ts";
import { describeHours } from "../hours/hour-plan-text.ts";
import { useAdAccountChoices } from "../use-choices.ts";
import { usePlacesText } from "../use-places-text.ts";
import classes from "./form.module.css";
import { DroppedNotes } from "./plan-audience.tsx";
import { listAdRows, type ReviewTexts } from "./review-ad.tsx";
import { listGroupRows } from "./review-group.tsx";
import { type ReviewRow, type ReviewSection, ReviewSections, rowIf, splitShared } from "./review-rows.tsx";
import type { CampaignFormState } from "./use-campaign-form.ts";

/**
 * Everything that will be sent, to be checked once more before it costs money: what all platforms get alike, then what
 * each gets of its own.
 */
export function Review({ form }: { form: CampaignFormState }) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const { campaigns } = toPlanBody(form.draft, form.context);
  const listSections = useSections();
  const { shared, own } = splitShared(campaigns.map(listSections));
  return (
    <div className={classes.stack}>
      <DroppedNotes form={form} />
      {shared.length > 0 ? (
        <Card title={t("on_all_platforms")}>
          <ReviewSections sections={shared} goTo={form.goTo} />
        </Card>
      ) : null}
      {campaigns.map(({ platform }, at) => (
        <Card
          key={platform}
          title={
            <span className={classes.withIcon}>
              <PlatformIcon platform={platform} /> {t(`campaigns:platform_names.${platform}`)}
            </span>
          }
        >
          <ReviewSections sections={own[at] ?? []} goTo={form.goTo} />
        </Card>
      ))}
    </div>
  );
}

/** A campaign's sections: its goal, its budget, and each of its ad groups with their ads. */
function useSections(): (campaign: NewCampaign) => ReviewSection[] {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const format = useFormat();
  const formatPlaces = usePlacesText();
  const accounts = useAdAccountChoices().data;
  const stores = useStores().data;
  return (campaign) => {
    const account = accounts?.find(({ id }) => id === campaign.ad_account_id);
    const store = stores?.find(({ id }) => id === campaign.store_id)?.name ?? "";
    const limits = getCapabilities(campaign.platform, campaign.placements);
    const profile = limits?.needsProfile ? (account?.profile_name ?? null) : null;
    const names = { account: account?.name ?? "", store, profile };
    const { ad_groups: groups } = campaign;
    return [
      { key: "goal", step: "goal", rows: listGoalRows(campaign, names, t) },
      { key: "budget", step: "audience", rows: listBudgetRows(campaign, { t, format }) },
      ...groups.flatMap((group, at): ReviewSection[] => [
        {
          key: `group ${at}`,
          step: "audience",
          rows: listGroupRows(group, { limits, hasName: groups.length > 1 }, { t, formatPlaces }),
        },
        ...group.ads.flatMap((ad, nth): ReviewSection[] => {
          const sent = { hasName: group.ads.length > 1, adAccountId: campaign.ad_account_id };
          const rows = limits ? listAdRows(ad, { ...sent, limits }, t) : [];
          return [{ key: `ad ${at} ${nth}`, step: "ad", rows }];
        }),
      ]),
    ];
  };
}

type Names = { account: string; store: string; profile: string | null };

const toRow = (key: string, name: string, value: ReactNode, raw: unknown): ReviewRow => ({
  key,
  name,
  value,
  raw,
});

const toNameRow = (key: string, name: string, written: string, raw: unknown = written) =>
  toRow(key, name, <UserText>{written}</UserText>, raw);

function listGoalRows(
  { name, ad_account_id, store_id, placements, objective }: NewCampaign,
  { account, store, profile }: Names,
  t: ReviewTexts,
): ReviewRow[] {
  const placementNames = placements
    .map((one) => t(`campaigns:placements.${one}`))
    .join(t("campaigns:list_comma"));
  return [
    toNameRow("name", t("name"), name),
    toNameRow("account", t("ad_account"), account, ad_account_id),
    ...rowIf(Boolean(profile), toNameRow("profile", t("profile_name"), profile ?? "", ad_account_id)),
    toNameRow("store", t("store"), store, store_id),
    ...rowIf(
      placements.length > 0,
      toRow("placements", t("campaigns:placements_title"), placementNames, placements),
    ),
    toRow("objective", t("objective"), t(`campaigns:objectives.${objective}`), objective),
  ];
}

function listBudgetRows(
  campaign: NewCampaign,
  { t, format }: { t: ReviewTexts; format: Format },
): ReviewRow[] {
  const { bidding_strategy: bidding, target_cpa_halalas: cpa, target_roas: roas } = campaign;
  const { platform, daily_budget_halalas: budget, starts_at, ends_at, hours } = campaign;
  return [
    // Each platform has its own, also where two happen to be alike.
    toRow("budget", t("daily_budget"), <Money halalas={budget} />, [platform, budget]),
    toRow("bidding", t("bidding"), t(`campaigns:bidding.${bidding}`), bidding),
    ...rowIf(
      bidding === "target_cpa" && cpa !== null,
      toRow("cpa", t("target_cpa"), <Money halalas={cpa ?? 0} />, cpa),
    ),
    ...rowIf(
      bidding === "target_roas" && roas !== null,
      toRow("roas", t("target_roas"), <Ltr>{formatTimes(roas ?? 0)}</Ltr>, roas),
    ),
    toRow("start", t("starts_at"), <Moment at={starts_at} otherwise={t("start_at_once")} />, starts_at),
    toRow("end", t("ends_at"), <Moment at={ends_at} otherwise={t("no_end")} />, ends_at),
    toRow("hours", t("campaigns:hours.legend"), describeHours(hours, { t, format }), hours),
  ];
}

function Moment({ at, otherwise }: { at: string | null; otherwise: string }) {
  if (at === null) return otherwise;
  return (
    <>
      <DateText at={at} style="full" /> <TimeText at={at} />
    </>
  );
}
