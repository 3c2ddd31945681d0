import { useTranslation } from "react-i18next";
import { StatusBadge, type Tone } from "#base/web/kit/badge.tsx";
import { CopyField } from "#base/web/kit/copy-field.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import type { AdRow } from "#modules/campaigns/contract/shapes.ts";
import { AdActions } from "#modules/campaigns/web/child-actions.tsx";
import { CampaignStatus } from "#modules/campaigns/web/status-badge.tsx";
import { SyncBadge } from "#modules/campaigns/web/sync-badge.tsx";
import { useMedia } from "#modules/campaigns/web/use-choices.ts";
import { type AdFigures, AdSums } from "./ad-sums.tsx";
import classes from "./campaign.module.css";

type Props = { ad: AdRow; figures: AdFigures | undefined; canChange: boolean };

/** An ad as people see it, the platform's review, what it brought, and its tracking link. */
export function AdItem({ ad, figures, canChange }: Props) {
  const { t } = useTranslation("campaign");
  return (
    <li className={classes.ad}>
      <Thumbnail mediaId={ad.media_id} name={ad.headline} />
      <div className={classes.adBody}>
        <div className={classes.adHead}>
          <strong>
            <UserText>{ad.headline}</UserText>
          </strong>
          <div className={classes.acts}>
            <AdActions ad={ad} canChange={canChange} />
          </div>
        </div>
        <div className={classes.badges}>
          <CampaignStatus status={ad.status} />
          <SyncBadge sync={ad.sync} reason={ad.fault} />
          <Review review={ad.review} />
        </div>
        {ad.fault_text ? (
          <p className={classes.soft}>
            {t("platform_said")} <bdi dir="auto">{ad.fault_text}</bdi>
          </p>
        ) : null}
        <AdSums figures={figures} />
        <CopyField label={t("tracking_link")} value={ad.tracking_url} />
      </div>
    </li>
  );
}

const reviewTones: Record<"pending" | "approved" | "rejected", Tone> = {
  pending: "info",
  approved: "good",
  rejected: "bad",
};

function Review({ review: { outcome, reasons } }: { review: AdRow["review"] }) {
  const { t } = useTranslation("campaign");
  if (outcome === null) return null;
  return (
    <>
      <StatusBadge tone={reviewTones[outcome]}>{t(`review.${outcome}`)}</StatusBadge>
      {reasons.map(({ text, meaning }) => (
        <span key={text} className={classes.reason}>
          {meaning}{" "}
          <bdi dir="auto" className={meaning ? classes.soft : ""}>
            {text}
          </bdi>
        </span>
      ))}
    </>
  );
}

/** The image itself, small; its space is reserved while it loads. */
function Thumbnail({ mediaId, name }: { mediaId: string | null; name: string }) {
  const { t } = useTranslation("campaign");
  const media = useMedia(mediaId).data;
  return (
    <span className={classes.thumbnail}>
      {media ? <img src={media.thumbnail_url} alt={t("picture_of", { name })} loading="lazy" /> : null}
    </span>
  );
}
