import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { DateText, Ltr, TimeText, UserText } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { formatTimes } from "#modules/campaigns/contract/roas.ts";
import type { CampaignRow } from "#modules/campaigns/contract/shapes.ts";
import { describeHours } from "#modules/campaigns/web/hours/hour-plan-text.ts";
import classes from "./campaign.module.css";
import { EndInPlace, NameInPlace, StartInPlace } from "./terms-in-place.tsx";

/** The schedule and the money: when it runs, and the most it can cost. */
export function TermsCard({ campaign }: { campaign: CampaignRow }) {
  const { t } = useTranslation(["campaign", "campaigns"]);
  const { t: tCampaigns } = useTranslation("campaigns");
  const format = useFormat();
  return (
    <Card title={t("campaign:terms")}>
      <dl className={classes.terms}>
        <Term name={t("campaign:name")}>
          <NameInPlace campaign={campaign} />
        </Term>
        <Term name={t("campaign:most_today")} note={t("campaign:most_today_note")}>
          <Money halalas={campaign.max_cost_today_halalas} whole />
        </Term>
        <Term name={t("campaign:reserve")} note={t("campaign:reserve_note")}>
          <Money halalas={campaign.reserve_halalas} whole />
        </Term>
        <Term name={t("campaign:starts")}>
          <StartInPlace campaign={campaign}>
            {campaign.starts_at_once ? t("campaign:starts_at_once") : <Moment at={campaign.starts_at} />}
          </StartInPlace>
        </Term>
        <Term name={t("campaign:ends")}>
          <EndInPlace campaign={campaign}>
            {campaign.ends_at === null ? t("campaign:no_end") : <Moment at={campaign.ends_at} />}
          </EndInPlace>
        </Term>
        {campaign.hours === null ? null : (
          <Term name={t("campaigns:hours.legend")}>
            {describeHours(campaign.hours, { t: tCampaigns, format })}
          </Term>
        )}
        <Term name={t("campaign:bidding")}>
          {t(`campaigns:bidding.${campaign.bidding_strategy}`)}{" "}
          {campaign.target_cpa_halalas === null ? null : (
            <Money halalas={campaign.target_cpa_halalas} whole />
          )}
          {campaign.target_roas === null ? null : (
            <Ltr>{t("campaign:times", { times: formatTimes(campaign.target_roas) })}</Ltr>
          )}
        </Term>
        {campaign.placements.length > 0 ? (
          <Term name={t("campaigns:placements_title")}>
            {campaign.placements
              .map((one) => t(`campaigns:placements.${one}`))
              .join(t("campaigns:list_comma"))}
          </Term>
        ) : null}
        <Term name={t("campaign:landing")}>
          <Ltr>{campaign.landing_url}</Ltr>
        </Term>
        {campaign.client_campaign_id ? (
          <Term name={t("campaign:own_number")}>
            <UserText>{campaign.client_campaign_id}</UserText>
          </Term>
        ) : null}
      </dl>
    </Card>
  );
}

export function Moment({ at }: { at: string }) {
  return (
    <>
      <DateText at={at} /> · <TimeText at={at} />
    </>
  );
}

export function Term({ name, note, children }: { name: string; note?: string; children: ReactNode }) {
  return (
    <div>
      <dt>
        {name}
        {note ? <small>{note}</small> : null}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
