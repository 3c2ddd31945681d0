import { useTranslation } from "react-i18next";
import { halalas } from "#base/shared/money.ts";
import { daysBetween, type RiyadhDay } from "#base/shared/riyadh-day.ts";
import { Money } from "#base/web/kit/money.tsx";
import { DateText } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import type { SeasonRow } from "../contract/seasons.calls.ts";
import { proposeBudgets } from "../domain/budget-proposal.ts";
import type { Season } from "../domain/season.ts";
import classes from "./seasons.module.css";
import { useSeasons } from "./seasons.queries.ts";

type Proposal = {
  season: Pick<SeasonRow, "key" | "starts_on">;
  /** The first day to spend on, where some have passed. */
  from?: RiyadhDay;
  /** For all these days, in halalas. */
  total: number;
  /** The least for a day, in halalas. */
  minimum: number;
};

/** A budget for each day of a season, opened when it is asked for. Nothing while the season is not known. */
export function BudgetProposal({ season, from, total, minimum }: Proposal) {
  const { t } = useTranslation("seasons");
  const format = useFormat();
  const row = useSeasons().data?.find((one) => isSameSeason(one, season));
  if (!row || !Number.isSafeInteger(total)) return null;
  const proposal = proposeBudgets({
    season: toSeason(row),
    total: halalas(total),
    minimum: halalas(minimum),
    ...(from ? { from } : {}),
  });
  if (proposal.kind === "too_small")
    return (
      <p className={classes.words}>
        {t("proposal_too_small", { needed: format.riyals(proposal.needed, true) })}
      </p>
    );
  return (
    <details className={classes.proposal}>
      <summary className={classes.summary}>{t("proposal")}</summary>
      <p className={classes.words}>
        {t("proposal_words", { total: format.riyals(total, true) })} {t("estimate")}
      </p>
      <table className={classes.days}>
        <thead>
          <tr>
            <th scope="col">{t("day")}</th>
            <th scope="col">{t("phase")}</th>
            <th scope="col">{t("budget")}</th>
          </tr>
        </thead>
        <tbody>
          {proposal.days.map(({ day, budget }) => (
            <tr key={day}>
              <td>
                <DateText at={`${day}T12:00:00+03:00`} style="short" />
              </td>
              <td>{t(`phases.${findPhase(row, day)}`)}</td>
              <td>
                <Money halalas={budget} whole />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** A sighting may have moved it by a day or two since the other was read. */
const isSameSeason = (one: Proposal["season"], other: Proposal["season"]): boolean =>
  one.key === other.key &&
  Math.abs(daysBetween(one.starts_on as RiyadhDay, other.starts_on as RiyadhDay)) <= 2;

const findPhase = ({ phases }: SeasonRow, day: string) =>
  phases.find(({ from, to }) => day >= from && day <= to)?.key ?? "peak";

const toSeason = ({
  starts_on,
  ends_on,
  phases,
}: SeasonRow): Pick<Season, "startsOn" | "endsOn" | "phases"> => ({
  startsOn: starts_on as RiyadhDay,
  endsOn: ends_on as RiyadhDay,
  phases: phases.map(({ key, from, to, cost_factor }) => ({
    key,
    from: from as RiyadhDay,
    to: to as RiyadhDay,
    costFactor: cost_factor,
  })),
});
