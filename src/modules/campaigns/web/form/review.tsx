import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { DateText, Ltr, TimeText, UserText } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { type Capabilities, getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import { useStores } from "#modules/stores/web/stores.queries.ts";
import { formatTimes } from "../../contract/roas.ts";
import type { NewCampaign } from "../../contract/shapes.ts";
import { toPlanBody } from "../../domain/plan-body.ts";
import { describeHours } from "../hours/hour-plan-text.ts";
import { useAdAccountChoices } from "../use-choices.ts";
import { usePlacesText } from "../use-places-text.ts";
import type { FormStep } from "./draft.ts";
import classes from "./form.module.css";
import { DroppedNotes } from "./plan-audience.tsx";
import { AdReview } from "./review-ad.tsx";
import { type ReviewRow, ReviewRows, rowIf } from "./review-rows.tsx";
import type { CampaignFormState } from "./use-campaign-form.ts";

/** Everything that will be sent, for each platform, to be checked once more before it costs money. */
export function Review({ form }: { form: CampaignFormState }) {
  const { campaigns } = toPlanBody(form.draft, form.context);
  return (
    <div className={classes.stack}>
      <DroppedNotes form={form} />
      {campaigns.map((campaign) => (
        <CampaignReview key={campaign.platform} campaign={campaign} goTo={form.goTo} />
      ))}
    </div>
  );
}

type ReviewProps = { campaign: NewCampaign; goTo: (step: FormStep) => void };

function CampaignReview({ campaign, goTo }: ReviewProps) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const format = useFormat();
  const account = useAdAccountChoices().data?.find(({ id }) => id === campaign.ad_account_id);
  const store = useStores().data?.find(({ id }) => id === campaign.store_id);
  const limits = getCapabilities(campaign.platform, campaign.placements);
  const profile = limits?.needsProfile ? account?.profile_name : null;
  const comma = t("campaigns:list_comma");
  const rows: ReviewRow[] = [
    { key: "name", step: "goal", name: t("name"), value: <UserText>{campaign.name}</UserText> },
    { key: "account", name: t("ad_account"), value: <UserText>{account?.name ?? ""}</UserText> },
    ...rowIf(Boolean(profile), {
      key: "profile",
      name: t("profile_name"),
      value: <UserText>{profile ?? ""}</UserText>,
    }),
    { key: "store", name: t("store"), value: <UserText>{store?.name ?? ""}</UserText> },
    ...(campaign.placements.length > 0
      ? [
          {
            key: "placements",
            name: t("campaigns:placements_title"),
            value: campaign.placements.map((one) => t(`campaigns:placements.${one}`)).join(comma),
          },
        ]
      : []),
    { key: "objective", name: t("objective"), value: t(`campaigns:objectives.${campaign.objective}`) },
    {
      key: "budget",
      step: "audience",
      name: t("daily_budget"),
      value: <Money halalas={campaign.daily_budget_halalas} />,
    },
    { key: "bidding", name: t("bidding"), value: t(`campaigns:bidding.${campaign.bidding_strategy}`) },
    ...toTargetRows(campaign, t("target_cpa"), t("target_roas")),
    {
      key: "start",
      name: t("starts_at"),
      value: <Moment at={campaign.starts_at} otherwise={t("start_at_once")} />,
    },
    {
      key: "end",
      name: t("ends_at"),
      value: <Moment at={campaign.ends_at} otherwise={t("no_end")} />,
    },
    { key: "hours", name: t("campaigns:hours.legend"), value: describeHours(campaign.hours, { t, format }) },
  ];
  return (
    <Card
      title={
        <span className={classes.withIcon}>
          <PlatformIcon platform={campaign.platform} /> {t(`campaigns:platform_names.${campaign.platform}`)}
        </span>
      }
    >
      <ReviewRows rows={rows} goTo={goTo} />
      {campaign.ad_groups.map((group, at) => (
        <GroupReview
          // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name, and nothing moves here
          key={at}
          group={group}
          limits={limits}
          adAccountId={campaign.ad_account_id}
          hasName={campaign.ad_groups.length > 1}
          goTo={goTo}
        />
      ))}
    </Card>
  );
}

function toTargetRows(
  { bidding_strategy, target_cpa_halalas: cpa, target_roas: roas }: NewCampaign,
  cpaName: string,
  roasName: string,
): ReviewRow[] {
  if (bidding_strategy === "target_cpa" && cpa !== null)
    return [{ key: "cpa", name: cpaName, value: <Money halalas={cpa} /> }];
  if (bidding_strategy === "target_roas" && roas !== null)
    return [{ key: "roas", name: roasName, value: <Ltr>{formatTimes(roas)}</Ltr> }];
  return [];
}

function Moment({ at, otherwise }: { at: string | null; otherwise: string }) {
  if (at === null) return otherwise;
  return (
    <>
      <DateText at={at} style="full" /> <TimeText at={at} />
    </>
  );
}

type Group = NewCampaign["ad_groups"][number];

type GroupProps = {
  group: Group;
  adAccountId: string;
  limits: Capabilities | null;
  hasName: boolean;
  goTo: (step: FormStep) => void;
};

function GroupReview({ group, limits, adAccountId, hasName, goTo }: GroupProps) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const formatPlaces = usePlacesText();
  const comma = t("campaigns:list_comma");
  const rows: ReviewRow[] = [
    ...(hasName ? [{ key: "name", name: t("ad_group_name"), value: <UserText>{group.name}</UserText> }] : []),
    { key: "ages", step: "audience", name: t("ages"), value: <Ltr>{group.age_ranges.join(", ")}</Ltr> },
    ...(group.excluded_age_ranges.length > 0
      ? [
          {
            key: "excluded",
            name: t("excluded_ages"),
            value: <Ltr>{group.excluded_age_ranges.join(", ")}</Ltr>,
          },
        ]
      : []),
    { key: "gender", name: t("gender"), value: t(`campaigns:genders.${group.gender}`) },
    {
      key: "places",
      name: t("locations"),
      value: <UserText>{formatPlaces(group.locations, { hasRadius: true })}</UserText>,
    },
    {
      key: "devices",
      name: t("devices"),
      value: group.devices.map((one) => t(`campaigns:devices.${one}`)).join(comma),
    },
    ...(group.keywords.length > 0
      ? [
          {
            key: "keywords",
            name: t("keywords"),
            value: <UserText>{group.keywords.join(comma)}</UserText>,
          },
        ]
      : []),
    ...rowIf(limits?.supportsOptimizedTargeting === true, {
      key: "optimized",
      name: t("optimized"),
      value: t(group.optimized_targeting ? "switched.on" : "switched.off"),
    }),
  ];
  return (
    <>
      <ReviewRows rows={rows} goTo={goTo} />
      {limits
        ? group.ads.map((ad, at) => (
            <AdReview
              // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name, and nothing moves here
              key={at}
              ad={ad}
              limits={limits}
              adAccountId={adAccountId}
              hasName={group.ads.length > 1}
              isFirst={at === 0}
              goTo={goTo}
            />
          ))
        : null}
    </>
  );
}
