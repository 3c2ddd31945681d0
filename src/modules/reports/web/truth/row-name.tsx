import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { UserText } from "#base/web/kit/text.tsx";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import classes from "./truth.module.css";

type Props = { campaignId: string; name: string | null; platform: Platform | null };

/** A campaign in a table, with the way to its page; one that is not known any more is said in words. */
export function RowName({ campaignId, name, platform }: Props) {
  const { t } = useTranslation("reports_truth");
  return (
    <span className={classes.platform}>
      {platform ? <PlatformIcon platform={platform} size={24} /> : null}
      {name === null ? (
        t("rows.unknown")
      ) : (
        <Link to="/campaigns/$id" params={{ id: campaignId }}>
          <UserText>{name}</UserText>
        </Link>
      )}
    </span>
  );
}
