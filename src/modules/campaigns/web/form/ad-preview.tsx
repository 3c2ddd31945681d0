import { useTranslation } from "react-i18next";
import { Ltr, UserText } from "#base/web/kit/text.tsx";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { Media } from "#modules/creative/contract/creative.calls.ts";
import type { AdFields } from "../../contract/shapes.ts";
import { useMedia } from "../use-choices.ts";
import classes from "./form.module.css";

/** A preview of the ad on a shopper's phone. It follows the form while the merchant types. */
export function AdPreview({ ad, limits }: { ad: AdFields; limits: Capabilities | null }) {
  return limits?.media.length === 0 ? <SearchPreview ad={ad} /> : <PhonePreview ad={ad} limits={limits} />;
}

function PhonePreview({ ad, limits }: { ad: AdFields; limits: Capabilities | null }) {
  const { t } = useTranslation("campaigns");
  const media = useMedia(ad.media_id);
  return (
    <figure className={classes.previewBox} aria-label={t("form.preview")}>
      <div className={classes.phone}>
        {media.data ? (
          <Shot media={media.data} />
        ) : (
          <span className={classes.noShot}>{t("form.preview_empty")}</span>
        )}
        <div className={classes.over}>
          <div>
            <div className={classes.brand}>
              {limits?.brandMax === 0 ? null : <UserText>{ad.brand_name || t("form.brand_name")}</UserText>}
            </div>
            <div className={classes.headline}>
              <UserText>{ad.headline || t("form.headline")}</UserText>
            </div>
            <div className={classes.ad}>{t("form.ad_mark")}</div>
          </div>
          {limits?.callsToAction.length === 0 ? null : (
            <span className={classes.cta}>{t(`calls_to_action.${ad.call_to_action}`)}</span>
          )}
        </div>
      </div>
    </figure>
  );
}

/** A video plays muted, as it does in a feed. */
function Shot({ media }: { media: Media }) {
  return media.kind === "video" ? (
    <video className={classes.shot} src={media.url} muted loop playsInline autoPlay />
  ) : (
    <img className={classes.shot} src={media.url} alt="" />
  );
}

/** A text ad as it looks among search results: the platform combines it from the given texts. */
function SearchPreview({ ad }: { ad: AdFields }) {
  const { t } = useTranslation("campaigns");
  const headlines = [ad.headline, ...ad.more_headlines].filter((text) => text.trim() !== "").slice(0, 3);
  const descriptions = [ad.description, ...ad.more_descriptions].filter((text) => text.trim() !== "");
  return (
    <figure className={classes.searchBox} aria-label={t("form.preview_search")}>
      <span className={classes.ad}>{t("form.ad_mark")}</span>
      <Ltr>{URL.parse(ad.target_url)?.host ?? ""}</Ltr>
      <strong>
        <UserText>{headlines.join(" | ") || t("form.headline")}</UserText>
      </strong>
      <p className={classes.soft}>
        <UserText>{descriptions.slice(0, 2).join(" ") || t("form.description")}</UserText>
      </p>
    </figure>
  );
}
