import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorLine } from "#base/web/forms/fields.tsx";
import { StatusBadge, type Tone } from "#base/web/kit/badge.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { ErrorState } from "#base/web/kit/states.tsx";
import { DateText, TimeText, UserText } from "#base/web/kit/text.tsx";
import { isAllowed } from "#base/web/runtime/page-access.ts";
import type { ChangeRow } from "#modules/campaigns/contract/changes.calls.ts";
import type { ChangeOutcome } from "#modules/campaigns/contract/enums.ts";
import { useChanges, usePlanChanges } from "#modules/campaigns/web/campaigns.queries.ts";
import { useUndoChange } from "#modules/campaigns/web/use-adjust.ts";
import classes from "./campaign.module.css";
import { ChangeValue, isReference } from "./change-value.tsx";
import { PlacesChange } from "./places-change.tsx";

/** A campaign's change log, read when it is opened. */
export const ChangeLog = ({ campaignId }: { campaignId: string }) => (
  <Folded>
    <CampaignChanges campaignId={campaignId} />
  </Folded>
);

/** A plan's, with the changes of all its campaigns. */
export const PlanChangeLog = ({ planId }: { planId: string }) => (
  <Folded>
    <PlanChanges planId={planId} />
  </Folded>
);

function Folded({ children }: { children: ReactNode }) {
  const { t } = useTranslation("campaign");
  const [isOpen, setOpen] = useState(false);
  return (
    <Card
      title={t("changes")}
      aside={
        <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? "hide_changes" : "show_changes")}
        </Button>
      }
    >
      {isOpen ? children : <p className={classes.soft}>{t("changes_words")}</p>}
    </Card>
  );
}

const CampaignChanges = ({ campaignId }: { campaignId: string }) => (
  <Changes query={useChanges(campaignId)} />
);

const PlanChanges = ({ planId }: { planId: string }) => (
  <Changes query={usePlanChanges(planId)} namesPlatform />
);

type ChangesProps = { query: ReturnType<typeof useChanges>; namesPlatform?: boolean };

/** Who changed what, what the platform confirmed, and the undo of what can be undone. */
function Changes({ query, namesPlatform = false }: ChangesProps) {
  const { t } = useTranslation("campaign");
  const undo = useUndoChange();
  if (query.isError && !query.data)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      {query.isPending ? <SkeletonRows count={4} /> : null}
      {undo.error ? <ErrorLine>{undo.error.message}</ErrorLine> : null}
      <ol className={classes.changes} aria-label={t("changes")}>
        {rows.map((row) => (
          <Change
            key={row.id}
            row={row}
            namesPlatform={namesPlatform}
            isBusy={undo.isPending}
            onUndo={() => undo.mutate(row)}
          />
        ))}
      </ol>
      {query.hasNextPage ? (
        <Button
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t("more_changes")}
        </Button>
      ) : null}
    </>
  );
}

const tones: Record<ChangeOutcome, Tone> = {
  confirmed: "good",
  refused: "bad",
  disconnected: "bad",
  replaced: "neutral",
  waiting: "waiting",
};

type Props = { row: ChangeRow; namesPlatform: boolean; isBusy: boolean; onUndo: () => void };

function Change({ row, namesPlatform, isBusy, onUndo }: Props) {
  const { t } = useTranslation(["campaign", "campaigns"]);
  const what = t(`campaign:verbs.${row.verb}`, { defaultValue: t("campaign:verbs.edited") });
  return (
    <li>
      <div className={classes.adHead}>
        <div>
          {namesPlatform && row.platform ? (
            <>
              {t(`campaigns:platform_names.${row.platform}`)}
              {" · "}
            </>
          ) : null}
          <strong>{what}</strong>
          {row.level === "campaign" || row.level === "plan" ? null : (
            <>
              {" · "}
              {t(`campaign:levels.${row.level}`)} <UserText>{row.subject_name}</UserText>
            </>
          )}
        </div>
        {row.can_undo && isAllowed("campaign", "manage") ? (
          <Button
            variant="default"
            disabled={isBusy}
            aria-label={t("campaign:undo_of", { change: what })}
            onClick={onUndo}
          >
            {t("campaign:undo")}
          </Button>
        ) : null}
      </div>
      {row.changes.length > 0 || row.places ? (
        <ul className={classes.fields}>
          {row.changes.map(({ field, from, to }) => (
            <li key={field}>
              {t(`campaign:fields.${field}`, { defaultValue: t("campaign:fields.other") })}
              {isReference(field) ? null : (
                <>
                  {": "}
                  <ChangeValue field={field} value={from} verb={row.verb} /> {t("campaign:became")}{" "}
                  <ChangeValue field={field} value={to} verb={row.verb} />
                </>
              )}
            </li>
          ))}
          {row.places ? (
            <li>
              {t("campaign:fields.locations")}: <PlacesChange places={row.places} />
            </li>
          ) : null}
        </ul>
      ) : null}
      <p className={classes.soft}>
        {row.by_name === null ? t(`campaign:by.${row.by}`) : <UserText>{row.by_name}</UserText>}
        {row.reason !== null && row.reason !== "merchant" ? `: ${t(`campaign:reasons.${row.reason}`)}` : ""}
        {" · "}
        <DateText at={row.at} /> · <TimeText at={row.at} />
      </p>
      {row.outcome === null ? null : (
        <StatusBadge tone={tones[row.outcome]}>{t(`campaign:outcomes.${row.outcome}`)}</StatusBadge>
      )}
    </li>
  );
}
