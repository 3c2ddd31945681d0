import { useTranslation } from "react-i18next";
import { Ltr, UserText } from "#base/web/kit/text.tsx";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { AdFields } from "../../contract/shapes.ts";
import { useMedia, useProfileName } from "../use-choices.ts";
import type { FormStep } from "./draft.ts";
import { type ReviewRow, ReviewRows, rowIf } from "./review-rows.tsx";

type Props = {
  ad: AdFields;
  limits: Capabilities;
  adAccountId: string;
  /** Where the ad group has several. */
  hasName: boolean;
  /** Carries the way back to the ads' step. */
  isFirst: boolean;
  goTo: (step: FormStep) => void;
};

/** Everything of an ad that its platform gets: what it has no place for is not among it. */
export function AdReview({ ad, limits, adAccountId, hasName, isFirst, goTo }: Props) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const profile = useProfileName(adAccountId, ad.profile_id);
  const descriptions = limits.descriptions ? [ad.description, ...ad.more_descriptions] : [];
  const rows: ReviewRow[] = [
    ...rowIf(hasName, { key: "name", name: t("ad_name"), value: <UserText>{ad.name}</UserText> }),
    {
      key: "headline",
      ...(isFirst ? { step: "ad" as const } : {}),
      name: t("headline"),
      value: <Texts texts={[ad.headline, ...ad.more_headlines]} />,
    },
    ...rowIf(limits.textMax > 0 && isWritten(ad.text), {
      key: "text",
      name: t("text"),
      value: <UserText>{ad.text}</UserText>,
    }),
    ...rowIf(descriptions.some(isWritten), {
      key: "description",
      name: t("description"),
      value: <Texts texts={descriptions} />,
    }),
    ...rowIf(limits.callsToAction.length > 0, {
      key: "call_to_action",
      name: t("call_to_action"),
      value: t(`campaigns:calls_to_action.${ad.call_to_action}`),
    }),
    ...rowIf(limits.brandMax > 0, {
      key: "brand",
      name: t("brand_name"),
      value: <UserText>{ad.brand_name}</UserText>,
    }),
    ...rowIf(ad.profile_id !== null, {
      key: "profile",
      name: t("profile_name"),
      value: <UserText>{profile ?? ""}</UserText>,
    }),
    ...rowIf(limits.media.length > 0, {
      key: "file",
      name: t("ad_file"),
      value: <FileName mediaId={ad.media_id} />,
    }),
    { key: "target_url", name: t("target_url"), value: <Ltr>{ad.target_url}</Ltr> },
    ...rowIf(limits.automaticEnhancements === true, {
      key: "enhancements",
      name: t("enhancements"),
      value: t(ad.automatic_enhancements ? "switched.on" : "switched.off"),
    }),
  ];
  return <ReviewRows rows={rows} goTo={goTo} />;
}

const isWritten = (text: string) => text.trim() !== "";

/** The written ones. */
function Texts({ texts }: { texts: readonly string[] }) {
  return <UserText>{texts.filter(isWritten).join(" | ")}</UserText>;
}

function FileName({ mediaId }: { mediaId: string | null }) {
  return <UserText>{useMedia(mediaId).data?.file_name ?? ""}</UserText>;
}
