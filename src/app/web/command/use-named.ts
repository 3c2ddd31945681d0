import { useTranslation } from "react-i18next";
import { fold } from "#base/shared/fold.ts";
import { canOpen } from "#base/web/runtime/page-access.ts";
import { holdsAbility } from "#base/web/runtime/session.ts";
import { matchesNearly } from "#modules/search/domain/spelling.ts";
import { type Act, acts } from "./acts.ts";
import { type NamedPlace, namedPlaces } from "./places.ts";

export type NamedAct = Act & { label: string };
export type FoundPlace = NamedPlace & { name: string };

/** So many pages at most beside what the merchant has. */
const placesMax = 6;

/** Whether these texts answer to what was typed: all its words, in any order, with at most one wrong letter each. */
export const answersTo = (typed: string, ...texts: string[]): boolean => {
  const q = fold(typed);
  return q !== "" && matchesNearly(q, fold(texts.join(" ")));
};

/** Pages whose name or other words are typed. */
export function usePlaces(typed: string): FoundPlace[] {
  const { t } = useTranslation(["command", "app"]);
  const named = namedPlaces
    .filter(({ to }) => canOpen(to))
    .map((place) => ({ ...place, name: t(place.label) }));
  const isFound = ({ name, words }: FoundPlace) => answersTo(typed, name, words ? t(words) : "");
  return named.filter(isFound).slice(0, placesMax);
}

/** What this person may do: all acts while nothing is typed, otherwise those whose words are. */
export function useActs(typed: string): NamedAct[] {
  const { t } = useTranslation("command");
  return acts
    .filter(({ ability }) => holdsAbility(ability.subject, ability.action))
    .map((act) => ({ ...act, label: t(`acts.${act.key}`) }))
    .filter(({ key, label }) => fold(typed) === "" || answersTo(typed, label, t(`act_words.${key}`)));
}
