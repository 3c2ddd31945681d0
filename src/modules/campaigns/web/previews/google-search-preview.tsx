import { useTranslation } from "react-i18next";
import { Ltr, UserText } from "#base/web/kit/text.tsx";
import { Avatar } from "./parts.tsx";
import { listWritten, type PreviewInput, toName, toSite } from "./preview-input.ts";
import classes from "./previews.module.css";

/** Google shows at most three headlines and two descriptions of those it was given. */
const shown = { headlines: 3, descriptions: 2 } as const;

/** A text ad among search results: Google combines it anew each time; this is its first combination. */
export function GoogleSearchPreview({ input }: { input: PreviewInput }) {
  const { t } = useTranslation("campaigns_form");
  const { ad } = input;
  const headlines = listWritten(ad.headline, ...ad.more_headlines).slice(0, shown.headlines);
  const descriptions = listWritten(ad.description, ...ad.more_descriptions).slice(0, shown.descriptions);
  return (
    <div className={classes.search}>
      <strong className={classes.mark}>{t("previews.sponsored")}</strong>
      <div className={classes.profile}>
        <Avatar input={input} />
        <span className={classes.profileWords}>
          <span className={classes.oneLine}>
            <UserText>{toName(input) || toSite(ad.target_url)}</UserText>
          </span>
          <span className={classes.site}>
            <Ltr>{toSite(ad.target_url)}</Ltr>
          </span>
        </span>
      </div>
      <span className={classes.searchTitle}>
        <UserText>{headlines.join(" | ") || t("headline")}</UserText>
      </span>
      <span className={classes.searchText}>
        <UserText>{descriptions.join(" ") || t("description")}</UserText>
      </span>
      <small className={classes.site}>{t("previews.google_combines")}</small>
    </div>
  );
}
