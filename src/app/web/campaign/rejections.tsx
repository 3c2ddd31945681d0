import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import type { AdRow, CampaignDetails } from "#modules/campaigns/contract/shapes.ts";
import classes from "./campaign.module.css";
import { listRejected } from "./list-issues.ts";

/** Ads that the platform did not approve, each with the reason and the way to correct it and send it again. */
export function Rejections({ campaign }: { campaign: CampaignDetails }) {
  const { t } = useTranslation(["campaign", "campaigns"]);
  const rejected = listRejected(campaign);
  if (rejected.length === 0) return null;
  return (
    <Banner
      tone="bad"
      title={t("campaign:rejected_title", {
        count: rejected.length,
        platform: t(`campaigns:platform_names.${campaign.platform}`),
      })}
    >
      {t("campaign:rejected_words")}
      <ul className={classes.changes}>
        {rejected.map((ad) => (
          <Rejection key={ad.id} ad={ad} />
        ))}
      </ul>
    </Banner>
  );
}

function Rejection({ ad: { id, ad_group_id, name, review } }: { ad: AdRow }) {
  const { t } = useTranslation("campaign");
  return (
    <li className={classes.adHead}>
      <div>
        <strong>
          <UserText>{name}</UserText>
        </strong>
        {/* The platform's own words stand at the ad itself. */}
        {review.reasons.map(({ text, meaning }) => (
          <p key={text}>{meaning ?? <bdi dir="auto">{text}</bdi>}</p>
        ))}
      </div>
      <LinkButton
        to="/ads/$adGroupId/add"
        params={{ adGroupId: ad_group_id }}
        search={{ ad: id }}
        variant="default"
        aria-label={t("correct_of", { name })}
      >
        {t("correct_and_resend")}
      </LinkButton>
    </li>
  );
}
