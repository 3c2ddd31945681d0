import { useNavigate, useSearch } from "@tanstack/react-router";
import { type KeyboardEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { SearchField } from "#base/web/forms/search-field.tsx";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { type SearchKind, searchKindNames } from "#modules/search/contract/search-kinds.ts";
import { FoundList } from "./found-list.tsx";
import { KindFilter } from "./kind-filter.tsx";
import { RecentSearches } from "./recent-searches.tsx";
import classes from "./search.module.css";

/** Everything the merchant has under the words in the address, and pages by name; `kind` narrows it to one kind. */
export function SearchPage() {
  const { t } = useTranslation("search");
  const { q, kind } = readAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  const go = (next: { q: string; kind: SearchKind | undefined }) =>
    void navigate({
      to: "/search",
      search: { ...(next.q === "" ? {} : { q: next.q }), ...(next.kind ? { kind: next.kind } : {}) } as never,
      replace: true,
      resetScroll: false,
    });
  const region = useRef<HTMLDivElement>(null);
  return (
    <>
      <PageHeader title={t("title")} lead={t("lead")} />
      <Card>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the field and the links inside */}
        <div ref={region} onKeyDown={(event) => moveFocus(event, region.current)} className={classes.page}>
          <search className={classes.search}>
            <SearchField
              aria-label={t("title")}
              placeholder={t("field")}
              value={q}
              data-autofocus
              autoFocus
              onSearch={(text) => go({ q: text, kind })}
            />
          </search>
          {q === "" ? (
            <RecentSearches onChoose={(text) => go({ q: text, kind: undefined })} />
          ) : (
            <>
              <KindFilter kind={kind} onChoose={(next) => go({ q, kind: next })} />
              <FoundList q={q} kind={kind} onKind={(next) => go({ q, kind: next })} />
            </>
          )}
        </div>
      </Card>
    </>
  );
}

function readAddress(found: { q?: unknown; kind?: unknown }): { q: string; kind: SearchKind | undefined } {
  return {
    q: found.q === undefined ? "" : String(found.q),
    kind: searchKindNames.find((name) => name === found.kind),
  };
}

/** Arrows go from the field to the results and among them, Escape goes back to the field. */
function moveFocus(event: KeyboardEvent, region: HTMLElement | null): void {
  const stops = [...(region?.querySelectorAll<HTMLElement>("input[type=search], a[data-found]") ?? [])];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next: Record<string, HTMLElement | undefined> = {
    ArrowDown: stops[at + 1],
    ArrowUp: stops[at - 1],
    Escape: at > 0 ? stops[0] : undefined,
  };
  const target = at < 0 ? undefined : next[event.key];
  if (!target) return;
  event.preventDefault();
  target.focus();
}
