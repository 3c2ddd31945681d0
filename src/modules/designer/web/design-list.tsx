import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Ref } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState } from "#base/web/kit/states.tsx";
import { UserLine } from "#base/web/kit/text.tsx";
import type { DesignSummary } from "../contract/design-shapes.ts";
import { placements } from "../contract/placements.ts";
import { DesignChat } from "./design-chat.tsx";
import classes from "./designer.module.css";
import { useDesigns } from "./designer.queries.ts";

/** The merchant's designs, the newest first. */
export function DesignList({ listRef }: { listRef: Ref<HTMLDivElement> }) {
  const { t } = useTranslation("designer");
  const query = useDesigns();
  return (
    <div ref={listRef} className={classes.results}>
      <NewestChat designs={query.data?.pages.flatMap(({ items }) => items) ?? []} />
      <Card title={t("designs.title")}>
        <QueryBoundary query={query} fallback={<SkeletonRows count={4} />}>
          {({ pages }) => {
            const items = pages.flatMap((page) => page.items);
            if (items.length === 0)
              return <EmptyState title={t("designs.empty")}>{t("designs.empty_words")}</EmptyState>;
            return (
              <>
                <ul className={classes.designs}>
                  {items.map((design) => (
                    <li key={design.id}>
                      <DesignCard design={design} />
                    </li>
                  ))}
                </ul>
                {query.hasNextPage ? (
                  <Button
                    variant="subtle"
                    loading={query.isFetchingNextPage}
                    onClick={() => void query.fetchNextPage()}
                  >
                    {t("designs.more")}
                  </Button>
                ) : null}
              </>
            );
          }}
        </QueryBoundary>
      </Card>
    </div>
  );
}

/** The newest request's designs are those that are being worked on. */
function NewestChat({ designs }: { designs: readonly DesignSummary[] }) {
  const [newest] = designs;
  if (!newest) return null;
  const { request_id: requestId } = newest;
  const count = designs.filter(({ request_id }) => request_id === requestId).length;
  return <DesignChat key={requestId} requestId={requestId} count={count} />;
}

function DesignCard({ design }: { design: DesignSummary }) {
  const { t } = useTranslation("designer");
  const { id, headline, layout, preview_url } = design;
  const [placement = "story"] = design.placements;
  const { width, height } = placements[placement];
  return (
    <Link
      to="/digital-designer"
      search={{ design: id }}
      className={classes.design ?? ""}
      aria-label={t("designs.open", { headline, layout: t(`layouts.${layout}`) })}
    >
      <img src={preview_url} alt="" width={width} height={height} loading="lazy" />
      <UserLine>{headline}</UserLine>
      <span className={classes.quiet}>{t(`layouts.${layout}`)}</span>
    </Link>
  );
}
