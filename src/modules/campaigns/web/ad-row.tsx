import { IconPencil } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { StatusBadge, SyncBadge, type Tone } from "#base/web/badge.tsx";
import { CopyField } from "#base/web/copy-field.tsx";
import { Written } from "#base/web/text.tsx";
import type { AdRow } from "../contract/shapes.ts";
import { ActMenu } from "./act-menu.tsx";
import classes from "./campaigns.module.css";
import { LinkButton } from "./link-button.tsx";
import { CampaignStatus } from "./status-badge.tsx";
import { useChildAction } from "./use-campaign-action.ts";
import { useMedia } from "./use-choices.ts";

const reviewTones: Record<"pending" | "approved" | "rejected", Tone> = {
  pending: "info",
  approved: "good",
  rejected: "bad",
};

/** One ad: its picture, its words, its standing, the platform's review and its tracking link. */
export function AdRowItem({ ad, isOpen }: { ad: AdRow; isOpen: boolean }) {
  const { t } = useTranslation("campaigns");
  const act = useChildAction();
  const media = useMedia(ad.media_id);
  const { outcome, reasons } = ad.review;
  return (
    <li className={classes.ad}>
      {media.data ? (
        <img className={classes.thumb} src={media.data.thumbnail_url} alt="" loading="lazy" />
      ) : (
        <span className={classes.thumb} />
      )}
      <div className={classes.words}>
        <strong>
          <Written>{ad.headline}</Written>
        </strong>
        <div className={classes.badges}>
          <CampaignStatus status={ad.status} />
          <SyncBadge sync={ad.sync} reason={ad.fault} />
          {outcome ? <StatusBadge tone={reviewTones[outcome]}>{t(`review.${outcome}`)}</StatusBadge> : null}
        </div>
        {[...reasons, ...(ad.fault_said ? [ad.fault_said] : [])].map((reason) => (
          <p key={reason} className={classes.soft}>
            <bdi dir="auto">{reason}</bdi>
          </p>
        ))}
        <CopyField label={t("tracking_link")} value={ad.tracking_url} />
      </div>
      <div className={classes.buttons}>
        {isOpen && ad.status !== "archived" ? (
          <LinkButton
            to="/ads/$adGroupId/add"
            params={{ adGroupId: ad.ad_group_id }}
            search={{ ad: ad.id }}
            variant="default"
            aria-label={t("edit_of", { name: ad.name })}
          >
            <IconPencil size={18} aria-hidden />
          </LinkButton>
        ) : null}
        <ActMenu
          name={ad.name}
          kind="ad"
          status={ad.status}
          busy={act.isPending}
          compact
          onAct={(one) => act.mutate({ child: "ad", id: ad.id, act: one })}
        />
      </div>
    </li>
  );
}
