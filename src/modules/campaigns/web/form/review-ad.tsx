import type { TFunction } from "i18next";
import { Ltr, UserText } from "#base/web/kit/text.tsx";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { AdFields } from "../../contract/shapes.ts";
import { useMedia, useProfileName } from "../use-choices.ts";
import { type ReviewRow, rowIf } from "./review-rows.tsx";

/** Translates the texts of the review. */
export type ReviewTexts = TFunction<["campaigns_form", "campaigns"]>;

type Sent = {
  limits: Capabilities;
  /** Where the ad group has several. */
  hasName: boolean;
  adAccountId: string;
};

/** Everything of an ad that its platform gets: what it has no place for is not among it. */
export function listAdRows(
  ad: AdFields,
  { limits, hasName, adAccountId }: Sent,
  t: ReviewTexts,
): ReviewRow[] {
  const headlines = [ad.headline, ...ad.more_headlines].filter(isWritten);
  const descriptions = limits.descriptions ? [ad.description, ...ad.more_descriptions].filter(isWritten) : [];
  return [
    ...rowIf(hasName, {
      key: "name",
      name: t("ad_name"),
      value: <UserText>{ad.name}</UserText>,
      raw: ad.name,
    }),
    {
      key: "headline",
      name: t("headline"),
      value: <Texts texts={headlines} />,
      raw: headlines,
    },
    ...rowIf(limits.textMax > 0 && isWritten(ad.text), {
      key: "text",
      name: t("text"),
      value: <UserText>{ad.text}</UserText>,
      raw: ad.text,
    }),
    ...rowIf(descriptions.length > 0, {
      key: "description",
      name: t("description"),
      value: <Texts texts={descriptions} />,
      raw: descriptions,
    }),
    ...rowIf(limits.callsToAction.length > 0, {
      key: "call_to_action",
      name: t("call_to_action"),
      value: t(`campaigns:calls_to_action.${ad.call_to_action}`),
      raw: ad.call_to_action,
    }),
    ...rowIf(limits.brandMax > 0, {
      key: "brand",
      name: t("brand_name"),
      value: <UserText>{ad.brand_name}</UserText>,
      raw: ad.brand_name,
    }),
    ...rowIf(ad.profile_id !== null, {
      key: "profile",
      name: t("profile_name"),
      value: <ProfileName adAccountId={adAccountId} profileId={ad.profile_id} />,
      raw: ad.profile_id,
    }),
    ...rowIf(limits.media.length > 0, {
      key: "file",
      name: t("ad_file"),
      value: <FileName mediaId={ad.media_id} />,
      raw: ad.media_id,
    }),
    { key: "target_url", name: t("target_url"), value: <Ltr>{ad.target_url}</Ltr>, raw: ad.target_url },
    ...rowIf(limits.automaticEnhancements === true, {
      key: "enhancements",
      name: t("enhancements"),
      value: t(ad.automatic_enhancements ? "switched.on" : "switched.off"),
      raw: ad.automatic_enhancements,
    }),
  ];
}

const isWritten = (text: string) => text.trim() !== "";

function Texts({ texts }: { texts: readonly string[] }) {
  return <UserText>{texts.join(" | ")}</UserText>;
}

function FileName({ mediaId }: { mediaId: string | null }) {
  return <UserText>{useMedia(mediaId).data?.file_name ?? ""}</UserText>;
}

function ProfileName({ adAccountId, profileId }: { adAccountId: string; profileId: string | null }) {
  return <UserText>{useProfileName(adAccountId, profileId) ?? ""}</UserText>;
}
