import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { UserText } from "#base/web/kit/text.tsx";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import { mediaQuery } from "#modules/creative/web/creative.queries.ts";
import type { TableRow } from "../../contract/report-table.calls.ts";
import classes from "./tabs.module.css";

/** A row's picture or platform, its name, and a second line; what was deleted says so. */
export function RowName({ row, children }: { row: TableRow; children?: ReactNode }) {
  const { t } = useTranslation("reports_tabs");
  const lines = [row.detail, row.is_deleted ? t("deleted") : null].filter((line) => line !== null);
  return (
    <span className={classes.rowName}>
      <RowPicture row={row} />
      <span>
        {children ?? <UserText>{row.name}</UserText>}
        {lines.length > 0 ? (
          <small>
            <UserText>{lines.join(" · ")}</UserText>
          </small>
        ) : null}
      </span>
    </span>
  );
}

/** Decoration: the name stands beside it. */
function RowPicture({ row: { media_id, image_url, platform } }: { row: TableRow }) {
  if (image_url)
    return (
      <span className={classes.picture}>
        <img src={image_url} alt="" loading="lazy" referrerPolicy="no-referrer" />
      </span>
    );
  if (media_id) return <AdPicture mediaId={media_id} />;
  return platform ? <PlatformIcon platform={platform} size={32} /> : null;
}

/** Its space is reserved while it loads. */
function AdPicture({ mediaId }: { mediaId: string }) {
  const media = useQuery(mediaQuery(mediaId)).data;
  return (
    <span className={classes.picture}>
      {media ? <img src={media.thumbnail_url} alt="" loading="lazy" /> : null}
    </span>
  );
}
