import { Button, Switch } from "@mantine/core";
import { IconStarFilled } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SearchField } from "#base/web/forms/search-field.tsx";
import { ConfirmButton } from "#base/web/kit/confirm-button.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { RelativeTime, UserLine } from "#base/web/kit/text.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { AnswerSummary } from "../contract/writer-shapes.ts";
import classes from "./writer.module.css";
import { useAnswers, useDeleteAnswer } from "./writer.queries.ts";

type Props = { openId: string | null; onOpen: (id: string) => void; onDeleted: (id: string) => void };

/** What was written, with its search. */
export function HistoryPanel({ openId, onOpen, onDeleted }: Props) {
  const { t } = useTranslation("assistants");
  const [search, setSearch] = useState("");
  const [favourites, setFavourites] = useState(false);
  const query = useAnswers(search, favourites);
  return (
    <div className={classes.stack}>
      <SearchField
        aria-label={t("history.search")}
        placeholder={t("history.search")}
        value={search}
        maxLength={100}
        onSearch={setSearch}
      />
      <Switch
        label={t("history.favourites")}
        checked={favourites}
        onChange={(event) => setFavourites(event.currentTarget.checked)}
      />
      <QueryBoundary query={query} fallback={<SkeletonRows count={4} />}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length === 0)
            return (
              <p className={classes.small}>
                {t(search || favourites ? "history.none_found" : "history.none")}
              </p>
            );
          return (
            <>
              <ul className={classes.history}>
                {items.map((item) => (
                  <HistoryRow
                    key={item.id}
                    item={item}
                    isOpen={item.id === openId}
                    onOpen={() => onOpen(item.id)}
                    onDeleted={() => onDeleted(item.id)}
                  />
                ))}
              </ul>
              {query.hasNextPage ? (
                <Button
                  variant="subtle"
                  loading={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {t("history.more")}
                </Button>
              ) : null}
            </>
          );
        }}
      </QueryBoundary>
    </div>
  );
}

type RowProps = { item: AnswerSummary; isOpen: boolean; onOpen: () => void; onDeleted: () => void };

function HistoryRow({ item, isOpen, onOpen, onDeleted }: RowProps) {
  const { t } = useTranslation("assistants");
  const remove = useDeleteAnswer();
  const { id, excerpt, category, tongue, created_at, favourites } = item;
  return (
    <li className={classes.historyRow} data-open={isOpen}>
      <button type="button" className={classes.historyOpen} aria-current={isOpen} onClick={onOpen}>
        <strong>
          <UserLine>{excerpt}</UserLine>
        </strong>
        <span className={classes.small}>
          {favourites > 0 ? <IconStarFilled size={14} aria-hidden /> : null}
          {t("request_default", { category: t(`categories.${category}`), tongue: t(`tongues.${tongue}`) })}
          {" · "}
          <RelativeTime at={created_at} />
        </span>
      </button>
      <ConfirmButton
        size="compact-sm"
        label={t("history.delete")}
        ariaLabel={`${t("history.delete")}: ${excerpt}`}
        title={t("history.confirm")}
        busy={remove.isPending}
        onConfirm={(close) =>
          remove.mutate(id, {
            onSuccess: () => {
              close();
              notify(t("history.deleted"), "success");
              onDeleted();
            },
          })
        }
      >
        {t("history.confirm_words")}
      </ConfirmButton>
    </li>
  );
}
