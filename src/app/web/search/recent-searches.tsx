import { Button } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "#base/web/kit/states.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { clearRecentSearches, useRecentSearches } from "#modules/search/web/recent-searches.ts";
import classes from "./search.module.css";

/** While nothing is typed: what was searched for last in this browser, or how to search. */
export function RecentSearches({ onChoose }: { onChoose: (text: string) => void }) {
  const { t } = useTranslation("search");
  const recent = useRecentSearches();
  if (recent.length === 0) return <EmptyState title={t("start")}>{t("start_words")}</EmptyState>;
  return (
    <section aria-labelledby="recent-searches">
      <div className={classes.head}>
        <h2 id="recent-searches" className={classes.kind}>
          {t("recent")}
        </h2>
        <Button variant="subtle" size="sm" onClick={clearRecentSearches}>
          {t("clear_recent")}
        </Button>
      </div>
      <ul className={classes.list}>
        {recent.map((text) => (
          <li key={text}>
            <button type="button" className={classes.found} onClick={() => onChoose(text)}>
              <IconHistory size={20} aria-hidden />
              <UserText>{text}</UserText>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
