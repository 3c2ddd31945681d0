import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { isAllowed } from "#base/web/runtime/page-access.ts";
import type { StoreWatchRow } from "../contract/store-watch.calls.ts";
import { useStoreWatch } from "./campaigns.queries.ts";
import { useSetGrace } from "./use-set-grace.ts";

/** How long each store's campaigns keep running once it is closed or not connected. */
export function StoreGraces() {
  const { t } = useTranslation("campaigns");
  const stores = useStoreWatch().data ?? [];
  if (stores.length === 0) return null;
  return (
    <Card title={t("grace.title")}>
      <p>{t("grace.words")}</p>
      {stores.map((store) => (
        <Grace key={store.store_id} store={store} />
      ))}
    </Card>
  );
}

/** Minutes that are one tap away; another number that was set stays among them. */
const choices = [0, 30, 60, 120, 360, 720, 1_440, 10_080];

function Grace({ store: { store_id, name, grace_minutes } }: { store: StoreWatchRow }) {
  const { t } = useTranslation("campaigns");
  const set = useSetGrace(store_id);
  const offered = [...new Set([...choices, grace_minutes])].sort((one, other) => one - other);
  const toText = (minutes: number) => {
    if (minutes === 0) return t("grace.at_once");
    return minutes < 60 || minutes % 60 > 0
      ? t("grace.minutes", { count: minutes })
      : t("grace.hours", { count: minutes / 60 });
  };
  return (
    <Select
      label={name}
      value={String(set.isPending ? set.variables : grace_minutes)}
      data={offered.map((minutes) => ({ value: String(minutes), label: toText(minutes) }))}
      allowDeselect={false}
      disabled={!isAllowed("campaign", "manage")}
      onChange={(minutes) => minutes !== null && set.mutate(Number(minutes))}
    />
  );
}
