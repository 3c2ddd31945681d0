import { useTranslation } from "react-i18next";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { type Placement, type Platform, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import classes from "./guidance.module.css";
import { PlatformGuide } from "./platform-guide.tsx";

/** Google's files are for YouTube; its search ads have none. */
const withMedia: Partial<Record<Platform, readonly Placement[]>> = {
  google: ["youtube"],
  meta: ["facebook", "instagram"],
};

/** What every platform takes, behind a press. */
export function PlatformGuidance() {
  const { t } = useTranslation("creative");
  const places = platforms.flatMap((platform) => {
    const placements = withMedia[platform] ?? [];
    const limits = getCapabilities(platform, placements);
    return limits ? [{ limits, placements }] : [];
  });
  return (
    <details className={classes.guidance}>
      <summary>{t("guidance.title")}</summary>
      <ul className={classes.guides}>
        {places.map((place) => (
          <PlatformGuide key={place.limits.platform} place={place} />
        ))}
      </ul>
    </details>
  );
}
