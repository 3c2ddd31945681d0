import { Button } from "@mantine/core";
import { IconSpeakerphone } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "#base/web/kit/badge.tsx";
import { holdsAbility } from "#base/web/runtime/session.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { useOpenDraft } from "#modules/campaigns/web/drafts.parts.tsx";
import type { PageDetails } from "../../contract/landing-pages.calls.ts";
import { useCampaignDraft, useChangeStatus } from "../landing-pages.queries.ts";
import { statusTones } from "../status-tones.ts";

type Props = {
  page: PageDetails;
  /** Saves what is not saved yet; false when that failed. */
  onFlush: () => Promise<boolean>;
};

/** The page's state, and the way to its visitors. */
export function EditorActions({ page, onFlush }: Props) {
  const { t } = useTranslation("landing_pages");
  const publish = useChangeStatus("publish");
  const draft = useCampaignDraft(page.id);
  const open = useOpenDraft();
  const isPublished = page.status === "published";
  const submit = async () => {
    if (await onFlush()) publish.mutate(page.id, { onSuccess: () => notify(t("published_now"), "success") });
  };
  return (
    <>
      <StatusBadge tone={statusTones[page.status]}>{t(`status.${page.status}`)}</StatusBadge>
      {page.has_unpublished_changes ? <StatusBadge tone="info">{t("has_changes")}</StatusBadge> : null}
      {isPublished ? (
        <Button component="a" variant="default" href={page.url} target="_blank" rel="noreferrer">
          {t("actions.open")}
        </Button>
      ) : null}
      {isPublished && holdsAbility("campaign", "manage") ? (
        <Button
          variant="default"
          leftSection={<IconSpeakerphone size={18} aria-hidden />}
          loading={draft.isPending || open.isPending}
          onClick={() => draft.mutate(undefined, { onSuccess: ({ draft_id }) => open.mutate(draft_id) })}
        >
          {t("actions.use")}
        </Button>
      ) : null}
      {isPublished && !page.has_unpublished_changes ? null : (
        <Button color="clay" loading={publish.isPending} onClick={() => void submit()}>
          {t(isPublished ? "actions.publish_again" : "actions.publish")}
        </Button>
      )}
    </>
  );
}
