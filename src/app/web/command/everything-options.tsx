import { useDebouncedValue } from "@mantine/hooks";
import { IconHistory } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { fold } from "#base/shared/fold.ts";
import { openHelp } from "#modules/help/web/help-panel-state.ts";
import { presentedKinds } from "#modules/search/web/found-links.ts";
import { rememberSearch, useRecentSearches } from "#modules/search/web/recent-searches.ts";
import { FoundText, Marked } from "#modules/search/web/search.parts.tsx";
import { useSearchResults } from "#modules/search/web/search.queries.ts";
import { type OptionGroup, type OptionsProps, restMs } from "./options.ts";
import { SearchNotice } from "./search-notice.tsx";
import { answersTo, type NamedAct, useActs, usePlaces } from "./use-named.ts";

type Go = (to: string, search?: Record<string, string>) => void;

/** Things to do, pages by name, and what the merchant has under the typed words. */
export function EverythingOptions({ typed, onClose, onMode, onType, children }: OptionsProps) {
  const navigate = useNavigate();
  const go: Go = (to, search = {}) => {
    rememberSearch(typed);
    onClose();
    void navigate({ to, search: search as never });
  };
  const [q] = useDebouncedValue(typed.trim(), restMs);
  const showHelp = (slug: string) => {
    rememberSearch(typed);
    onClose();
    openHelp(slug);
  };
  const found = useFound(q, { go, showHelp });
  const acts = useActGroup(typed, { go, onMode });
  const places = usePlaceGroup(typed, go);
  const recent = useRecentGroup(typed, onType);
  const groups = [acts, places, ...found.groups, recent].filter(({ options }) => options.length > 0);
  return children({
    groups,
    isBusy: found.query.isFetching,
    notice: <SearchNotice q={q} query={found.query} isEmpty={groups.length === 0} />,
  });
}

function useActGroup(typed: string, { go, onMode }: { go: Go; onMode: OptionsProps["onMode"] }): OptionGroup {
  const { t } = useTranslation("command");
  const named = useActs(typed);
  const pausing = useNamedPause(typed);
  const toOption = (act: NamedAct) => ({
    id: `act-${act.key}`,
    Icon: act.Icon,
    content: <Marked text={act.label} q={typed} />,
    run: () => (act.key === "pause" ? onMode("pause") : go(act.to)),
  });
  const options = named.map(toOption);
  if (pausing)
    options.unshift({
      ...toOption(pausing.act),
      content: (
        <>
          {pausing.act.label} {pausing.rest}
        </>
      ),
      run: () => onMode("pause", pausing.rest),
    });
  return { key: "acts", title: t("acts_title"), options };
}

/** "Pause ramadan": the act, and the name that follows it. */
function useNamedPause(typed: string) {
  const { t } = useTranslation("command");
  const act = useActs("").find(({ key }) => key === "pause");
  const [first = "", ...rest] = fold(typed).split(" ");
  if (!act || rest.length === 0 || !answersTo(first, act.label, t("act_words.pause"))) return null;
  return { act, rest: typed.trim().split(/\s+/).slice(1).join(" ") };
}

function usePlaceGroup(typed: string, go: Go): OptionGroup {
  const { t } = useTranslation("command");
  const acts = useActs(typed);
  // What begins with the page is offered already.
  const places = usePlaces(typed).filter((place) => !acts.some(({ to }) => to === place.to));
  const options = places.map(({ to, label, name, Icon }) => ({
    id: `place-${label.replace(/\W/g, "-")}`,
    Icon,
    content: <Marked text={name} q={typed} />,
    run: () => go(to),
  }));
  return { key: "places", title: t("places_title"), options };
}

function useFound(q: string, { go, showHelp }: { go: Go; showHelp: (slug: string) => void }) {
  const { t } = useTranslation("search");
  const query = useSearchResults(q);
  const found = q === "" ? [] : (query.data?.groups ?? []);
  const groups = found.map(
    ({ kind, items }): OptionGroup => ({
      key: kind,
      title: t(`kinds.${kind}`),
      options: items.map((item) => {
        const { Icon, toPlace } = presentedKinds[kind];
        const { to, search } = toPlace(item);
        return {
          id: `found-${kind}-${item.id}`,
          Icon,
          content: <FoundText kind={kind} item={item} q={q} />,
          run: () => (kind === "help" ? showHelp(item.id) : go(to, search)),
        };
      }),
    }),
  );
  return { query, groups };
}

function useRecentGroup(typed: string, onType: OptionsProps["onType"]): OptionGroup {
  const { t } = useTranslation("search");
  const recent = useRecentSearches();
  const options = (typed.trim() === "" ? recent : []).map((text, index) => ({
    id: `recent-${index}`,
    Icon: IconHistory,
    content: <Marked text={text} q="" />,
    run: () => onType(text),
  }));
  return { key: "recent", title: t("recent"), options };
}
