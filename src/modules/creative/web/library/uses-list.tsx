import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { SkeletonLine } from "#base/web/kit/skeletons.tsx";
import { ErrorState } from "#base/web/kit/states.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { usesQuery } from "../creative.queries.ts";
import classes from "./library.module.css";

/** The ads that show a file, each leading to its campaign; of very many the newest. */
export function UsesList({ mediaId }: { mediaId: string }) {
  const { t } = useTranslation("creative");
  const uses = useQuery(usesQuery(mediaId));
  if (uses.isPending) return <SkeletonLine height="2.75rem" />;
  if (uses.isError) return <ErrorState error={uses.error} onRetry={() => void uses.refetch()} />;
  const { items, total } = uses.data;
  return (
    <>
      <ul className={classes.usesList}>
        {items.map((ad) => (
          <li key={ad.ad_id}>
            <Link to="/campaigns/$id" params={{ id: ad.campaign_id }}>
              <UserText>{ad.name}</UserText>
            </Link>
          </li>
        ))}
      </ul>
      {total > items.length ? (
        <span className={classes.small}>{t("library.more_uses", { count: total - items.length })}</span>
      ) : null}
    </>
  );
}
