import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "#base/web/kit/badge.tsx";
import { ConfirmDialog } from "#base/web/kit/confirm-dialog.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { DateText, TimeText } from "#base/web/kit/text.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { PageDetails } from "../../contract/landing-pages.calls.ts";
import { useRestoreVersion, useVersions } from "../landing-pages.queries.ts";
import classes from "./page-editor.module.css";

type Props = {
  page: PageDetails;
  canManage: boolean;
  onFlush: () => Promise<boolean>;
  onRestored: () => void;
};

/** What was published before; each can be looked at, and made the draft again. */
export function VersionsCard({ page, canManage, onFlush, onRestored }: Props) {
  const { t } = useTranslation("landing_pages");
  const query = useVersions(page.id);
  const restore = useRestoreVersion(page.id);
  const [confirming, setConfirming] = useState<number | null>(null);
  const submit = async (number: number) => {
    if (!(await onFlush())) return;
    restore.mutate(
      { number, revision: page.revision },
      {
        onSuccess() {
          setConfirming(null);
          notify(t("versions.restored"), "success");
          onRestored();
        },
      },
    );
  };
  return (
    <Card title={t("versions.title")}>
      <QueryBoundary query={query} fallback={<SkeletonRows count={3} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className={classes.quiet}>{t("versions.empty")}</p>
          ) : (
            <ol className={classes.versions}>
              {items.map(({ number, published_at, is_published, preview_url }) => (
                <li key={number} className={classes.version}>
                  <div className={classes.toolbar}>
                    <strong>{t("versions.number", { number })}</strong>
                    <span className={classes.quiet}>
                      <DateText at={published_at} /> <TimeText at={published_at} />
                    </span>
                    {is_published ? <StatusBadge tone="good">{t("versions.published")}</StatusBadge> : null}
                  </div>
                  <div className={classes.toolbar}>
                    <Button
                      component="a"
                      variant="default"
                      href={preview_url}
                      target="_blank"
                      rel="noreferrer"
                      aria-label={`${t("versions.open")}: ${t("versions.number", { number })}`}
                    >
                      {t("versions.open")}
                    </Button>
                    {canManage ? (
                      <Button
                        variant="default"
                        aria-label={`${t("versions.restore")}: ${t("versions.number", { number })}`}
                        onClick={() => setConfirming(number)}
                      >
                        {t("versions.restore")}
                      </Button>
                    ) : null}
                  </div>
                </li>
              ))}
            </ol>
          )
        }
      </QueryBoundary>
      <ConfirmDialog
        opened={confirming !== null}
        title={t("versions.restore_title", { number: confirming })}
        confirm={t("versions.restore")}
        busy={restore.isPending}
        onClose={() => setConfirming(null)}
        onConfirm={() => confirming !== null && void submit(confirming)}
      >
        {t("versions.restore_words")}
      </ConfirmDialog>
    </Card>
  );
}
