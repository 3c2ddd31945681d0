import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ProgressBar } from "#base/web/kit/progress.tsx";
import { spaceQuery } from "../creative.queries.ts";
import { sizeText } from "../files/size-text.ts";
import classes from "./library.module.css";
import { UnfinishedUploads } from "./unfinished-uploads.tsx";

/** From here on the merchant should make room before the next video. */
const almostFull = 0.9;

/** How much of the merchant's space their files take, with what unfinished uploads keep for themselves. */
export function SpaceUsed() {
  const { t } = useTranslation("creative");
  const space = useQuery(spaceQuery).data;
  if (!space) return null;
  const { used_bytes, reserved_bytes, left_bytes, quota_bytes } = space;
  const taken = used_bytes + reserved_bytes;
  const share = quota_bytes === 0 ? 1 : taken / quota_bytes;
  const words = t("library.space", {
    used: sizeText(taken, 1),
    quota: sizeText(quota_bytes),
    left: sizeText(left_bytes, 1),
  });
  return (
    <div className={classes.space}>
      <ProgressBar
        value={share}
        label={t("library.space_label")}
        tone={share > almostFull ? "clay" : "palm"}
      />
      <span className="figures">{words}</span>
      {reserved_bytes > 0 ? (
        <span className={classes.small}>{t("library.reserved", { size: sizeText(reserved_bytes, 1) })}</span>
      ) : null}
      <UnfinishedUploads unfinished={space.unfinished} />
    </div>
  );
}
