import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { lazy, useState } from "react";
import { useTranslation } from "react-i18next";
import { LazyDialog } from "#base/web/kit/lazy-dialog.tsx";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState } from "#base/web/kit/states.tsx";
import { holdsAbility } from "#base/web/runtime/session.ts";
import classes from "./landing-pages.module.css";
import { useLandingPages } from "./landing-pages.queries.ts";
import { PageCard } from "./page-card.tsx";

const PageForm = lazy(() => import("./page-form.tsx").then((file) => ({ default: file.PageForm })));

/** The merchant's landing pages: made of a product, previewed, published, unpublished. */
export function LandingPagesPage() {
  const { t } = useTranslation("landing_pages");
  const query = useLandingPages();
  const canManage = holdsAbility("landing_page", "manage");
  const [isCreating, setCreating] = useState(false);
  const create = canManage ? (
    <Button color="clay" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setCreating(true)}>
      {t("create")}
    </Button>
  ) : null;
  return (
    <>
      <PageHeader title={t("title")} lead={t("lead")} actions={create} />
      <QueryBoundary query={query} fallback={<SkeletonRows count={3} />}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length === 0)
            return (
              <Card>
                <EmptyState title={t("empty")}>{t("empty_words")}</EmptyState>
              </Card>
            );
          return (
            <>
              <ul className={classes.pages} aria-label={t("title")}>
                {items.map((page) => (
                  <PageCard key={page.id} page={page} canManage={canManage} />
                ))}
              </ul>
              {query.hasNextPage ? (
                <Button
                  variant="subtle"
                  loading={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {t("more")}
                </Button>
              ) : null}
            </>
          );
        }}
      </QueryBoundary>
      <LazyDialog opened={isCreating}>
        {isCreating ? <PageForm onClose={() => setCreating(false)} /> : null}
      </LazyDialog>
    </>
  );
}
