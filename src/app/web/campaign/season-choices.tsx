import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorLine, MoneyField } from "#base/web/forms/fields.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import type { SeasonChoice } from "#modules/campaigns/contract/season-budgets.calls.ts";
import {
  type SeasonSubject,
  type ShownPreview,
  useAcceptSeasonBudget,
  useSeasonBudgetPreview,
} from "#modules/campaigns/web/season-budgets.queries.ts";
import { SeasonDates } from "#modules/seasons/web/seasons.parts.tsx";
import campaignClasses from "./campaign.module.css";
import classes from "./season-budget.module.css";
import { SeasonDays } from "./season-days.tsx";

/** Milliseconds without a key until the days are computed for what was typed. */
const typingPauseMs = 400;

/** What each campaign of a plan is called beside its part; none for a single campaign. */
export type PartNames = ReadonlyMap<string, string>;
const noNames: PartNames = new Map();

type Props = { subject: SeasonSubject; choices: readonly SeasonChoice[]; names?: PartNames };

/** The seasons ahead; the chosen one with its days, before anything is accepted. */
export function SeasonChoices({ subject, choices, names = noNames }: Props) {
  const { t } = useTranslation(["campaign", "seasons"]);
  const [chosen, choose] = useState<string | null>(null);
  const choice = choices.find(({ season }) => season === chosen);
  if (choices.length === 0) return null;
  return (
    <>
      <p className={campaignClasses.soft}>{t("campaign:season_budget.offer_words")}</p>
      <fieldset className={classes.seasons}>
        <legend className="visually-hidden">{t("campaign:season_budget.season")}</legend>
        {choices.map(({ season, key, starts_on, ends_on }) => (
          <button key={season} type="button" aria-pressed={season === chosen} onClick={() => choose(season)}>
            <strong>{t(`seasons:names.${key}`)}</strong>
            <SeasonDates from={starts_on} to={ends_on} />
          </button>
        ))}
      </fieldset>
      {choice ? <ChosenSeason key={choice.season} subject={subject} choice={choice} names={names} /> : null}
    </>
  );
}

type ChosenProps = { subject: SeasonSubject; choice: SeasonChoice; names: PartNames };

function ChosenSeason({ subject, choice, names }: ChosenProps) {
  const { t } = useTranslation("campaign");
  const format = useFormat();
  const [total, setTotal] = useState<number | null>(choice.total_halalas);
  const [settled] = useDebouncedValue(total, typingPauseMs);
  const preview = useSeasonBudgetPreview(subject, { season: choice.season, total: settled });
  const accept = useAcceptSeasonBudget(subject);
  // The days on screen must be those of the typed total: they are what is accepted.
  const shown = preview.isSuccess && !preview.isPlaceholderData ? preview.data : null;
  const ready = shown?.total_halalas === total ? shown : null;
  const minimum = format.riyals(choice.minimum_halalas, true);
  return (
    <>
      <MoneyField
        label={t("season_budget.total")}
        description={t("season_budget.minimum", { amount: minimum })}
        value={total}
        error={preview.isError ? preview.error.message : undefined}
        onChange={setTotal}
      />
      {preview.data && !preview.isError ? <Days preview={preview.data} names={names} /> : null}
      {preview.isPending && settled ? <SkeletonRows count={4} /> : null}
      {accept.error ? <ErrorLine>{accept.error.message}</ErrorLine> : null}
      <p className={campaignClasses.soft}>
        {t("season_budget.hold_note")} {t("campaign:season_budget.estimate")}
      </p>
      <div>
        <Button
          color="clay"
          disabled={ready === null}
          loading={accept.isPending}
          onClick={() => ready && accept.mutate({ season: choice.season, preview: ready })}
        >
          {t("season_budget.accept")}
        </Button>
      </div>
    </>
  );
}

type DaysProps = { preview: ShownPreview; names: PartNames };

function Days({ preview, names }: DaysProps) {
  const { t } = useTranslation("campaign");
  const most = (day: ShownPreview["days"][number]) => <Money halalas={day.most_halalas} whole />;
  return (
    <>
      <SeasonDays days={preview.days} beside={{ header: t("season_budget.most"), cell: most }} />
      <dl className={classes.sums}>
        {(preview.parts ?? []).map(({ campaign_id, total_halalas }) => (
          <Sum key={campaign_id} name={names.get(campaign_id) ?? campaign_id} halalas={total_halalas} />
        ))}
        <Sum name={t("season_budget.most_all")} halalas={preview.most_halalas} />
        <Sum name={t("season_budget.hold")} halalas={preview.hold_halalas} />
      </dl>
    </>
  );
}

const Sum = ({ name, halalas }: { name: string; halalas: number }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <Money halalas={halalas} whole />
    </dd>
  </div>
);
