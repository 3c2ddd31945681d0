import { Checkbox, Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formatShortRiyals } from "#base/shared/money.ts";
import { errorNode, MoneyField, NumberField, TextField } from "#base/web/forms/fields.tsx";
import { useNow } from "#base/web/runtime/now.ts";
import { type Capabilities, getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { type BiddingStrategy, biddingStrategies } from "#modules/ad-accounts/contract/platforms.ts";
import { SeasonHint } from "#modules/seasons/web/seasons.parts.tsx";
import { formatTimes, toBasisPoints } from "../../contract/roas.ts";
import type { Location } from "../../contract/shapes.ts";
import { HoursField } from "../hours/hours-field.tsx";
import { useMissingFunds } from "../use-missing-funds.ts";
import type { CampaignDraft } from "./draft.ts";
import classes from "./form.module.css";
import { MomentField } from "./moment-field.tsx";
import type { ErrorFor } from "./problems.ts";

type Props = { value: CampaignDraft; onChange: (patch: Partial<CampaignDraft>) => void; errorFor: ErrorFor };
const hourMs = 3_600_000;
/** Hints go below their field, so that fields side by side align. */
const below: ("label" | "input" | "description" | "error")[] = ["label", "input", "description", "error"];

/**
 * The daily budget, the bidding, the schedule and its hours, and what a season changes. `held`: halalas the campaign
 * already reserves; `place`: the audience's first.
 */
export function BudgetFields({
  value,
  onChange,
  errorFor,
  held,
  place,
}: Props & { held?: number; place?: Location | undefined }) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const isShort = useMissingFunds(value, held) !== null;
  const error = errorFor("daily_budget_halalas") ?? (isShort ? t("campaigns:shortage.budget") : undefined);
  const limits = getCapabilities(value.platform, value.placements);
  return (
    <div className={classes.grid}>
      <MoneyField
        label={t("daily_budget")}
        inputWrapperOrder={below}
        description={
          // The error already names the amount.
          limits && !error
            ? t("least_budget", {
                platform: t(`campaigns:platform_names.${value.platform}`),
                min: formatShortRiyals(limits.minimumDailyBudget),
              })
            : undefined
        }
        value={value.daily_budget_halalas}
        error={error}
        onChange={(daily_budget_halalas) => onChange({ daily_budget_halalas })}
      />
      <BiddingField value={value} onChange={onChange} errorFor={errorFor} limits={limits} />
      <Schedule value={value} onChange={onChange} errorFor={errorFor} />
      {limits ? (
        <HoursField
          limits={[limits]}
          value={value.hours}
          startsAt={value.starts_at}
          place={place}
          error={errorFor("hours")}
          onChange={(hours) => onChange({ hours })}
        />
      ) : null}
      <div className={classes.wide}>
        <SeasonHint
          startsAt={value.starts_at}
          endsAt={value.ends_at}
          dailyBudget={value.daily_budget_halalas}
          minimum={limits?.minimumDailyBudget ?? 0}
        />
      </div>
      <TextField
        label={t("client_campaign_id")}
        inputWrapperOrder={below}
        description={t("client_campaign_id_words")}
        value={value.client_campaign_id ?? ""}
        error={errorFor("client_campaign_id")}
        onChange={(client_campaign_id) => onChange({ client_campaign_id })}
      />
    </div>
  );
}

type BiddingProps = {
  value: Pick<CampaignDraft, "platform" | "bidding_strategy" | "target_cpa_halalas" | "target_roas">;
  onChange: (
    patch: Partial<Pick<CampaignDraft, "bidding_strategy" | "target_cpa_halalas" | "target_roas">>,
  ) => void;
  errorFor: ErrorFor;
  limits: Capabilities | null;
  /** Names the platform where several are on the screen. */
  label?: string;
};

/** How a platform is asked to bid, and the target where the strategy has one. */
export function BiddingField({ value, onChange, errorFor, limits, label }: BiddingProps) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const isKnown = (one: BiddingStrategy) => limits?.biddingStrategies.includes(one) ?? false;
  return (
    <>
      <Select
        label={label ?? t("bidding")}
        data={biddingStrategies.map((one) => ({
          value: one,
          label: isKnown(one)
            ? t(`campaigns:bidding.${one}`)
            : t("not_on", {
                what: t(`campaigns:bidding.${one}`),
                platform: t(`campaigns:platform_names.${value.platform}`),
              }),
          disabled: !isKnown(one),
        }))}
        value={value.bidding_strategy}
        allowDeselect={false}
        error={errorNode(errorFor("bidding_strategy"))}
        onChange={(picked) =>
          onChange({ bidding_strategy: (picked ?? value.bidding_strategy) as BiddingStrategy })
        }
      />
      {value.bidding_strategy === "target_cpa" ? (
        <MoneyField
          label={t("target_cpa")}
          value={value.target_cpa_halalas}
          error={errorFor("target_cpa_halalas")}
          onChange={(target_cpa_halalas) => onChange({ target_cpa_halalas })}
        />
      ) : null}
      {value.bidding_strategy === "target_roas" ? (
        <NumberField
          label={t("target_roas")}
          inputWrapperOrder={below}
          description={t("target_roas_words")}
          decimals={4}
          value={value.target_roas === null ? null : Number(formatTimes(value.target_roas))}
          error={errorFor("target_roas")}
          onChange={(times) => onChange({ target_roas: toBasisPoints(times) })}
        />
      ) : null}
    </>
  );
}

type ScheduleProps = {
  value: Pick<CampaignDraft, "starts_at" | "ends_at">;
  onChange: (patch: Partial<Pick<CampaignDraft, "starts_at" | "ends_at">>) => void;
  errorFor: ErrorFor;
};

/** When a campaign begins and ends, in Riyadh time. */
export function Schedule({ value, onChange, errorFor }: ScheduleProps) {
  const { t } = useTranslation("campaigns_form");
  const now = useNow();
  const ahead = (hours: number) => {
    const at = now.getTime() + hours * hourMs;
    return new Date(Math.ceil(at / hourMs) * hourMs).toISOString();
  };
  return (
    <>
      <div className={classes.whenBox}>
        <Checkbox
          label={t("start_at_once")}
          checked={value.starts_at === null}
          onChange={(event) => onChange({ starts_at: event.currentTarget.checked ? null : ahead(24) })}
        />
        {value.starts_at === null ? null : (
          <MomentField
            label={t("starts_at")}
            value={value.starts_at}
            description={t("riyadh_time")}
            error={errorFor("starts_at")}
            onChange={(starts_at) => onChange({ starts_at })}
          />
        )}
      </div>
      <div className={classes.whenBox}>
        <Checkbox
          label={t("no_end")}
          description={value.ends_at === null ? t("no_end_words") : undefined}
          checked={value.ends_at === null}
          onChange={(event) => onChange({ ends_at: event.currentTarget.checked ? null : ahead(24 * 14) })}
        />
        {value.ends_at === null ? null : (
          <MomentField
            label={t("ends_at")}
            value={value.ends_at}
            description={t("riyadh_time")}
            error={errorFor("ends_at")}
            onChange={(ends_at) => onChange({ ends_at })}
          />
        )}
      </div>
    </>
  );
}
