import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { DateText, Ltr, TimeText, UserText } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import type { HourPlan } from "#modules/ad-accounts/contract/hour-plan.ts";
import { formatTimes } from "#modules/campaigns/contract/roas.ts";
import { describeHours } from "#modules/campaigns/web/hours/hour-plan-text.ts";

type Props = {
  field: string;
  value: unknown;
  /** A status that was seen on the platform is one of the platform's. */
  verb: string;
};

/** One value of the change log, as its field is shown elsewhere; what has no short form is only named. */
export function ChangeValue({ field, value, verb }: Props) {
  const { t } = useTranslation(["campaign", "campaigns"]);
  const { t: tCampaigns } = useTranslation("campaigns");
  const format = useFormat();
  if (field === "hours") return describeHours(value as HourPlan | null, { t: tCampaigns, format });
  if (value === null || value === "") return t("campaign:nothing");
  if (typeof value === "boolean") return t(value ? "campaign:on" : "campaign:off");
  if (typeof value === "number") {
    if (field.endsWith("_halalas")) return <Money halalas={value} />;
    return (
      <Ltr>
        {field === "target_roas" ? t("campaign:times", { times: formatTimes(value) }) : String(value)}
      </Ltr>
    );
  }
  if (typeof value === "string") {
    if (field.endsWith("_at"))
      return (
        <>
          <DateText at={value} /> <TimeText at={value} />
        </>
      );
    const key = wordKeys[field === "status" && verb === "drift_seen" ? "there" : field];
    return key ? t(`${key}.${value}`) : <UserText>{value}</UserText>;
  }
  const texts = Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
  return texts.length > 0 ? (
    <UserText>{texts.join(t("campaigns:list_comma"))}</UserText>
  ) : (
    t("campaign:several")
  );
}

/** Whether the values are ids of ours, which say nothing to a merchant: the field is only named. */
export const isReference = (field: string): boolean =>
  field.endsWith("_id") && field !== "client_campaign_id";

/** Fields whose values are words of ours. */
const wordKeys: Readonly<Record<string, string>> = {
  status: "campaigns:statuses",
  there: "campaign:there",
  objective: "campaigns:objectives",
  bidding_strategy: "campaigns:bidding",
  gender: "campaigns:genders",
  call_to_action: "campaigns:calls_to_action",
};
