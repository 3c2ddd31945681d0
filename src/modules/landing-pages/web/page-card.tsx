import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "#base/web/kit/badge.tsx";
import { ConfirmButton } from "#base/web/kit/confirm-button.tsx";
import { CopyField } from "#base/web/kit/copy-field.tsx";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { UserLine } from "#base/web/kit/text.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { LandingPage, PageSums } from "../contract/landing-pages.calls.ts";
import classes from "./landing-pages.module.css";
import { useChangeStatus } from "./landing-pages.queries.ts";
import { LeadingCampaigns } from "./leading-campaigns.tsx";
import { statusTones } from "./status-tones.ts";

type Props = {
  page: LandingPage & { figures: PageSums };
  /** False: the session may only read. */
  canManage: boolean;
};

/** One landing page with its address and what can be done with it. */
export function PageCard({ page, canManage }: Props) {
  const { t } = useTranslation("landing_pages");
  const publish = useChangeStatus("publish");
  const unpublish = useChangeStatus("unpublish");
  const title = page.headline || page.product_name;
  const { views, taps, orders } = page.figures;
  const isPublished = page.status === "published";
  const canPublish = !isPublished || page.has_unpublished_changes;
  const nameAction = (action: string) => `${action}: ${title}`;
  return (
    <li className={classes.page}>
      <div className={classes.head}>
        <strong className={classes.name}>
          <UserLine>{title}</UserLine>
        </strong>
        <StatusBadge tone={statusTones[page.status]}>{t(`status.${page.status}`)}</StatusBadge>
        {page.has_unpublished_changes ? <StatusBadge tone="info">{t("has_changes")}</StatusBadge> : null}
      </div>
      {isPublished || views > 0 ? (
        <p className={classes.quiet}>
          {t("figures.views", { count: views })} · {t("figures.taps", { count: taps })} ·{" "}
          {t("figures.orders", { count: orders })} · {t("figures.period")}
        </p>
      ) : null}
      <CopyField label={t("address")} value={page.url} />
      <div className={classes.acts}>
        {canManage && canPublish ? (
          <Button
            loading={publish.isPending}
            aria-label={nameAction(t(isPublished ? "actions.publish_again" : "actions.publish"))}
            onClick={() =>
              publish.mutate(page.id, { onSuccess: () => notify(t("published_now"), "success") })
            }
          >
            {t(isPublished ? "actions.publish_again" : "actions.publish")}
          </Button>
        ) : null}
        {isPublished ? <OpenLink href={page.url} label={t("actions.open")} title={title} /> : null}
        <OpenLink href={page.preview_url} label={t("actions.preview")} title={title} />
        {canManage ? (
          <LinkButton
            variant="default"
            to="/landing-pages/$id"
            params={{ id: page.id }}
            aria-label={nameAction(t("actions.edit"))}
          >
            {t("actions.edit")}
          </LinkButton>
        ) : null}
        {canManage && isPublished ? (
          <ConfirmButton
            label={t("actions.unpublish")}
            ariaLabel={nameAction(t("actions.unpublish"))}
            title={t("actions.unpublish_title")}
            busy={unpublish.isPending}
            onConfirm={(close) =>
              unpublish.mutate(page.id, {
                onSuccess: () => {
                  close();
                  notify(t("unpublished_now"), "success");
                },
              })
            }
          >
            {t("actions.unpublish_words")}
            <LeadingCampaigns pageId={page.id} />
          </ConfirmButton>
        ) : null}
      </div>
    </li>
  );
}

/** In a tab of its own: the page belongs to shoppers, not to the product. */
function OpenLink({ href, label, title }: { href: string; label: string; title: string }) {
  return (
    <Button
      component="a"
      variant="default"
      href={href}
      target="_blank"
      rel="noreferrer"
      aria-label={`${label}: ${title}`}
    >
      {label}
    </Button>
  );
}
