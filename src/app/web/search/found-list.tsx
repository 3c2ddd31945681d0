import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { MouseEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState } from "#base/web/kit/states.tsx";
import { openHelp } from "#modules/help/web/help-panel-state.ts";
import type { FoundGroup } from "#modules/search/contract/search.calls.ts";
import { type SearchKind, searchKindNames } from "#modules/search/contract/search-kinds.ts";
import { holdsKind, type Place, presentedKinds } from "#modules/search/web/found-links.ts";
import { rememberSearch } from "#modules/search/web/recent-searches.ts";
import { FoundText, Marked } from "#modules/search/web/search.parts.tsx";
import { useSearchResults } from "#modules/search/web/search.queries.ts";
import { type FoundPlace, usePlaces } from "../command/use-named.ts";
import classes from "./search.module.css";

type Props = { q: string; kind: SearchKind | undefined; onKind: (kind: SearchKind | undefined) => void };

/** What was found, by kind, with the pages whose names are typed. */
export function FoundList({ q, kind, onKind }: Props) {
  const { t } = useTranslation("search");
  const results = useSearchResults(q, kind);
  const named = usePlaces(q);
  const places = kind ? [] : named;
  return (
    <QueryBoundary query={results} fallback={<SkeletonRows count={5} />}>
      {({ groups, is_corrected }) => {
        const count = groups.reduce((sum, { items }) => sum + items.length, places.length);
        return (
          <div aria-busy={results.isPlaceholderData} className={classes.groups}>
            <p role="status" className={classes.count}>
              {is_corrected ? t("corrected") : t("found", { count })}
            </p>
            <Places places={places} q={q} />
            {groups.map((group) => (
              <Group key={group.kind} group={group} q={q} isAlone={kind !== undefined} onKind={onKind} />
            ))}
            {count === 0 ? <NothingFound q={q} kind={kind} onKind={onKind} /> : null}
          </div>
        );
      }}
    </QueryBoundary>
  );
}

type GroupProps = { group: FoundGroup; q: string; isAlone: boolean; onKind: Props["onKind"] };

function Group({ group: { kind, items, has_more }, q, isAlone, onKind }: GroupProps) {
  const { t } = useTranslation("search");
  const { Icon, toPlace } = presentedKinds[kind];
  return (
    <section aria-labelledby={`found-${kind}`}>
      <div className={classes.head}>
        <h2 id={`found-${kind}`} className={classes.kind}>
          {t(`kinds.${kind}`)}
        </h2>
        {has_more && !isAlone ? (
          <Button variant="subtle" size="sm" onClick={() => onKind(kind)}>
            {t("more_of_kind")}
          </Button>
        ) : null}
      </div>
      <ul className={classes.list}>
        {items.map((item) => (
          <li key={item.id}>
            <FoundLink
              place={toPlace(item)}
              onFollow={(event) => {
                rememberSearch(q);
                if (kind !== "help") return;
                event.preventDefault();
                openHelp(item.id);
              }}
            >
              <Icon size={20} aria-hidden />
              <FoundText kind={kind} item={item} q={q} />
            </FoundLink>
          </li>
        ))}
      </ul>
      {has_more && isAlone ? <p className={classes.count}>{t("narrow")}</p> : null}
    </section>
  );
}

type FoundLinkProps = { place: Place; onFollow: (event: MouseEvent) => void; children: ReactNode };

/** A page of the help centre is outside the app's own pages: it opens in the panel, or in a tab of its own. */
function FoundLink({ place: { to, search = {} }, onFollow, children }: FoundLinkProps) {
  const shared = { className: classes.found, "data-found": true, onClick: onFollow, children };
  return to.startsWith("/help/") ? (
    <a href={to} {...shared} />
  ) : (
    <Link to={to} search={search as never} {...shared} />
  );
}

function Places({ places, q }: { places: readonly FoundPlace[]; q: string }) {
  const { t } = useTranslation("command");
  if (places.length === 0) return null;
  return (
    <section aria-labelledby="found-places">
      <h2 id="found-places" className={classes.kind}>
        {t("places_title")}
      </h2>
      <ul className={classes.list}>
        {places.map(({ to, label, name, Icon }) => (
          <li key={label}>
            <Link to={to} className={classes.found} data-found onClick={() => rememberSearch(q)}>
              <Icon size={20} aria-hidden />
              <Marked text={name} q={q} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What was searched, and what to try. */
function NothingFound({ q, kind, onKind }: Props) {
  const { t, i18n } = useTranslation("search");
  const seen = searchKindNames.filter(holdsKind);
  const names = (kind ? [kind] : seen).map((name) => t(`kinds.${name}`));
  const kinds = new Intl.ListFormat(i18n.language, { type: "conjunction" }).format(names);
  return (
    <EmptyState
      title={t("none", { q })}
      action={
        kind ? (
          <Button variant="default" onClick={() => onKind(undefined)}>
            {t("search_all")}
          </Button>
        ) : undefined
      }
    >
      {t(kind ? "none_of_kind" : "none_words", { kinds })}
    </EmptyState>
  );
}
