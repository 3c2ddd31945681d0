import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { DateText, TimeText, UserText } from "#base/web/kit/text.tsx";
import type { StoreWatchRow } from "../contract/store-watch.calls.ts";
import { useStoreWatch } from "./campaigns.queries.ts";

/** Above the list: stores that are closed or not connected, and what happens to their campaigns. */
export function StoreNote() {
  const { t } = useTranslation("campaigns");
  const concerned = (useStoreWatch().data ?? []).filter(
    ({ is_open, paused_campaigns }) => !is_open || paused_campaigns > 0,
  );
  if (concerned.length === 0) return null;
  return (
    <Banner
      tone="waiting"
      title={t("store_note.title")}
      action={
        <LinkButton to="/account-settings/connect-store" variant="default">
          {t("store_note.see")}
        </LinkButton>
      }
    >
      {concerned.map((store) => (
        <p key={store.store_id}>
          <UserText>{store.name}</UserText>
          {": "}
          <State store={store} />
        </p>
      ))}
    </Banner>
  );
}

function State({ store: { is_open, pause_at, paused_campaigns } }: { store: StoreWatchRow }) {
  const { t } = useTranslation("campaigns");
  if (is_open) return t("store_note.back", { count: paused_campaigns });
  if (pause_at === null) return t("store_note.paused", { count: paused_campaigns });
  return (
    <>
      {t("store_note.pauses_at")} <DateText at={pause_at} /> · <TimeText at={pause_at} />
    </>
  );
}
