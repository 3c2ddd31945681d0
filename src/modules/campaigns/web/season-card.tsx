import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { isAllowed } from "#base/web/runtime/page-access.ts";
import { BudgetProposal } from "#modules/seasons/web/season-budget.parts.tsx";
import { SeasonDates } from "#modules/seasons/web/seasons.parts.tsx";
import type { SeasonDraftRow } from "../contract/season-drafts.calls.ts";
import { useOpenDraft } from "./drafts.parts.tsx";
import classes from "./season-card.module.css";
import { useDismissSeasonDraft, useSeasonDrafts, useSetSeasonDrafts } from "./season-drafts.queries.ts";

/** The draft that is ready for the next season: its days, a budget for each, and what to do with it. */
export function SeasonCard() {
  const { t } = useTranslation(["campaigns", "seasons"]);
  const drafts = useSeasonDrafts().data;
  const set = useSetSeasonDrafts();
  const [next] = drafts?.is_on ? drafts.items : [];
  if (!next) return null;
  return (
    <Card
      tone="sand"
      title={t("campaigns:season.ready", { season: t(`seasons:names.${next.key}`) })}
      aside={<SeasonDates from={next.starts_on} to={next.ends_on} />}
    >
      <p className={classes.words}>
        {t("campaigns:season.ready_words")} <Money halalas={next.total_halalas} whole />
      </p>
      <BudgetProposal season={next} total={next.total_halalas} minimum={next.minimum_halalas} />
      {isAllowed("campaign", "manage") ? (
        <>
          <Actions draft={next} />
          <Button variant="subtle" size="sm" loading={set.isPending} onClick={() => set.mutate(false)}>
            {t("campaigns:season.turn_off")}
          </Button>
        </>
      ) : null}
    </Card>
  );
}

function Actions({ draft: { season, draft_id } }: { draft: SeasonDraftRow }) {
  const { t } = useTranslation("campaigns");
  const dismiss = useDismissSeasonDraft();
  const open = useOpenDraft();
  return (
    <div className={classes.actions}>
      <Button color="clay" loading={open.isPending} onClick={() => open.mutate(draft_id)}>
        {t("season.open")}
      </Button>
      <Button variant="default" loading={dismiss.isPending} onClick={() => dismiss.mutate(season)}>
        {t("season.dismiss")}
      </Button>
    </div>
  );
}
