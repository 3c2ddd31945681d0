import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { EmptyState } from "#base/web/kit/states.tsx";
import type { Address } from "./library-address.ts";

/** Why the list is empty: filters, an empty collection, no winner yet, or a library that is just beginning. */
export function NothingFound({ address: { filter, clearFilter } }: { address: Address }) {
  const { t } = useTranslation("library");
  const { collection_id, source, ...filters } = filter;
  const isFiltered = Object.keys(filters).length > 0;
  const reason = isFiltered
    ? "none_found"
    : collection_id
      ? "collection_empty"
      : source === "own"
        ? "own_empty"
        : "empty";
  return (
    <EmptyState
      title={t(reason)}
      action={
        reason === "empty" ? (
          <Button component={Link} to="/campaigns/add" variant="default">
            {t("empty_action")}
          </Button>
        ) : (
          <Button variant="default" onClick={clearFilter}>
            {t("clear")}
          </Button>
        )
      }
    >
      {t(`${reason}_words`)}
    </EmptyState>
  );
}
