import { Drawer } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SearchField } from "#base/web/forms/search-field.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import type { HelpEntry } from "../contract/help.calls.ts";
import { useHelpIndex, useHelpPage } from "./help.queries.ts";
import { HelpBlocks } from "./help-blocks.tsx";
import classes from "./help-panel.module.css";
import { closeHelp, openHelp, useShownHelp } from "./help-panel-state.ts";

/**
 * The help centre beside what is on the screen: on a desktop the form stays in use, on a phone the panel comes from below.
 * Nothing that was typed is left.
 */
export function HelpPanel() {
  const { t } = useTranslation("help");
  const shown = useShownHelp();
  const isDesktop = useIsAtLeast("desktop");
  // The page stays drawn while the panel closes.
  const [slug, setSlug] = useState(shown ?? "");
  if (shown !== null && shown !== slug) setSlug(shown);
  return (
    <Drawer
      opened={shown !== null}
      onClose={closeHelp}
      position={isDesktop ? "right" : "bottom"}
      size={isDesktop ? "27rem" : "88%"}
      title={<strong>{t("title")}</strong>}
      closeButtonProps={{ "aria-label": t("panel.close") }}
      {...(isDesktop
        ? { withOverlay: false, lockScroll: false, trapFocus: false, closeOnClickOutside: false }
        : {})}
    >
      {slug === "" ? <Contents /> : <Page key={slug} slug={slug} />}
    </Drawer>
  );
}

/** All pages by topic, or those that have the typed words. */
function Contents() {
  const { t } = useTranslation("help");
  const [q, setQ] = useState("");
  const index = useHelpIndex(q);
  return (
    <div className={classes.panel}>
      <SearchField
        autoFocus
        aria-label={t("search")}
        placeholder={t("search_hint")}
        value={q}
        onSearch={setQ}
      />
      <QueryBoundary query={index} fallback={<SkeletonRows count={6} />}>
        {({ topics, found }) =>
          q === "" ? (
            <nav aria-label={t("panel.contents")} className={classes.topics}>
              {topics.map(({ topic, pages }) => (
                <section key={topic}>
                  <h3>{t(`topics.${topic}`)}</h3>
                  <Entries pages={pages} />
                </section>
              ))}
            </nav>
          ) : (
            <div className={classes.topics}>
              <p role="status" className={classes.status}>
                {found.length === 0 ? `${t("none", { q })}. ${t("none_words")}` : t("found", { q })}
              </p>
              <Entries pages={found} withSummary />
            </div>
          )
        }
      </QueryBoundary>
    </div>
  );
}

/** The panel traps no focus on a desktop: a page takes it once it is there, so that it is read and can be left by Escape. */
const focusHeading = (heading: HTMLElement | null): void => heading?.focus({ preventScroll: true });

function Page({ slug }: { slug: string }) {
  const { t } = useTranslation("help");
  const language = useLanguage();
  const page = useHelpPage(slug);
  const navigate = useNavigate();
  const follow = (to: string) => {
    if (to.startsWith("/help/")) return openHelp(to.slice("/help/".length));
    closeHelp();
    void navigate({ to });
  };
  return (
    <div className={classes.panel}>
      <button type="button" className={classes.back} onClick={() => openHelp(null)}>
        {t("panel.back")}
      </button>
      <QueryBoundary query={page} fallback={<SkeletonRows count={6} />}>
        {({ title, summary, blocks, related }) => (
          <article className={classes.page}>
            <h2 tabIndex={-1} ref={focusHeading}>
              {title}
            </h2>
            <p className={classes.summary}>{summary}</p>
            <HelpBlocks blocks={blocks} onFollow={follow} />
            {related.length > 0 ? (
              <section>
                <h3>{t("related")}</h3>
                <Entries pages={related} />
              </section>
            ) : null}
            <p>
              <a href={`/help/${slug}?lang=${language}`} target="_blank" rel="noreferrer">
                {t("panel.own_tab")}
              </a>
            </p>
          </article>
        )}
      </QueryBoundary>
    </div>
  );
}

function Entries({ pages, withSummary }: { pages: readonly HelpEntry[]; withSummary?: boolean }) {
  return (
    <ul className={classes.entries}>
      {pages.map(({ slug, title, summary }) => (
        <li key={slug}>
          <button type="button" className={classes.entry} onClick={() => openHelp(slug)}>
            {title}
            {withSummary ? <small>{summary}</small> : null}
          </button>
        </li>
      ))}
    </ul>
  );
}
