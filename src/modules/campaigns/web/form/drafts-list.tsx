import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { RelativeTime, UserText } from "#base/web/kit/text.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import type { DraftSummary } from "../../contract/drafts.calls.ts";
import { useDrafts } from "../drafts.queries.ts";
import classes from "./form.module.css";
import { readDraft } from "./stored-draft.ts";
import type { CampaignFormState } from "./use-campaign-form.ts";

/** At first so many are listed; a merchant has at most fifty. */
const first = 3;

type Stored = Pick<CampaignFormState["stored"], "open" | "savedAt">;

/** The merchant's other drafts: leaving one asks nothing, and each is continued where it was left. */
export function DraftsList({ stored: { open, savedAt } }: { stored: Stored }) {
  const { t } = useTranslation("campaigns_form");
  const [isWhole, showWhole] = useState(false);
  const [opening, setOpening] = useState<string | null>(null);
  const drafts = useDrafts();
  const ownId = readDraft()?.row?.id;
  const others = (drafts.data?.items ?? []).filter(({ id }) => id !== ownId);
  const change = async (id: string | null) => {
    setOpening(id ?? "new");
    if (!(await open(id))) notify(t("draft_not_opened"), "error");
    void drafts.refetch();
    setOpening(null);
  };
  const begin =
    savedAt === null ? null : (
      <Button
        size="compact-md"
        variant="default"
        className={classes.begin ?? ""}
        loading={opening === "new"}
        onClick={() => void change(null)}
      >
        {t("new_draft")}
      </Button>
    );
  if (others.length === 0) return begin;
  const shown = isWhole ? others : others.slice(0, first);
  return (
    <Card title={t("drafts")} aside={begin}>
      <ul className={classes.drafts}>
        {shown.map((draft) => (
          <li key={draft.id}>
            <DraftWords draft={draft} />
            <Button
              size="compact-md"
              variant="light"
              loading={opening === draft.id}
              onClick={() => void change(draft.id)}
            >
              {t("continue_draft")}
            </Button>
          </li>
        ))}
      </ul>
      {others.length > shown.length ? (
        <Button size="compact-sm" variant="subtle" onClick={() => showWhole(true)}>
          {t("all_drafts", { total: others.length })}
        </Button>
      ) : null}
    </Card>
  );
}

function DraftWords({ draft: { name, platforms, updated_at } }: { draft: DraftSummary }) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  return (
    <span className={classes.draftWords}>
      <UserText>{name || t("unnamed")}</UserText>
      <span className={classes.soft}>
        {platforms.map((platform) => (
          <PlatformIcon
            key={platform}
            platform={platform}
            size={16}
            label={t(`campaigns:platform_names.${platform}`)}
          />
        ))}{" "}
        <RelativeTime at={updated_at} />
      </span>
    </span>
  );
}
