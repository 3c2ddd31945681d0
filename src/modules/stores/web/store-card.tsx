import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { StatusBadge, type Tone } from "#base/web/kit/badge.tsx";
import { DisconnectButton } from "#base/web/kit/disconnect-button.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { ProgressBar } from "#base/web/kit/progress.tsx";
import { Ltr, RelativeTime, UserText } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { isAllowed } from "#base/web/runtime/page-access.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { ReturnPath, StoreStatus } from "../contract/enums.ts";
import { isOAuthPlatform } from "../contract/platform-table.ts";
import type { StoreAnswer } from "../contract/stores.calls.ts";
import { SitePixel } from "./own-sites.tsx";
import { StorePlatformIcon } from "./store-platform-icon.tsx";
import classes from "./stores.module.css";
import { useConnectStore, useDisconnectStore, useSyncStore } from "./use-store-actions.ts";

const tones: Record<StoreStatus, Tone> = { connected: "good", lost: "bad", disconnected: "neutral" };

/** One store: its status, the progress of its first sync, and its actions. */
export function StoreCard({ store, returnTo }: { store: StoreAnswer; returnTo: ReturnPath }) {
  const { t } = useTranslation("stores");
  const disconnect = useDisconnectStore();
  return (
    <Card
      title={
        <span className={classes.name}>
          <StorePlatformIcon platform={store.type} label={t(`platforms.${store.type}`)} />
          <UserText>{store.name}</UserText>
        </span>
      }
      aside={<StatusBadge tone={tones[store.status]}>{t(`status.${store.status}`)}</StatusBadge>}
    >
      <p className={classes.soft}>
        <a className={classes.link} href={store.link} target="_blank" rel="noreferrer">
          <Ltr>{store.domain}</Ltr>
        </a>
      </p>
      <StoreState store={store} />
      {store.type === "other" ? <SitePixel store={store} /> : null}
      {isAllowed("store", "manage") ? (
        <div className={classes.actions}>
          {store.status === "lost" || store.orders_blocked_by === "scope_missing" ? (
            <ReconnectButton store={store} returnTo={returnTo} />
          ) : null}
          {store.status === "connected" && isOAuthPlatform(store.type) ? <SyncButton store={store} /> : null}
          <DisconnectButton namespace="stores" id={store.id} name={store.name} disconnect={disconnect} />
        </div>
      ) : null}
    </Card>
  );
}

function StoreState({ store }: { store: StoreAnswer }) {
  const { t } = useTranslation("stores");
  if (store.lost_reason) {
    return (
      <p className={classes.problem} role="alert">
        {t(`lost.${store.lost_reason}`)}
      </p>
    );
  }
  return (
    <>
      <p className={classes.facts}>
        {isOAuthPlatform(store.type) ? <span>{t("products", { count: store.products })}</span> : null}
        <span>{t("orders", { count: store.orders })}</span>
        {store.orders_unconfirmed > 0 ? (
          <span>{t("unconfirmed", { count: store.orders_unconfirmed })}</span>
        ) : null}
        {store.import ||
        store.orders_blocked_by ||
        (store.type === "other" && !store.last_synced_at) ? null : (
          <span>
            {store.last_synced_at ? (
              <>
                {t("last_sync")} <RelativeTime at={store.last_synced_at} />
              </>
            ) : (
              t("never_synced")
            )}
          </span>
        )}
      </p>
      {store.import ? <ImportProgress progress={store.import} /> : null}
      {store.is_active ? null : (
        <p className={classes.problem} role="alert">
          <strong>{t("closed")}.</strong> {t("closed_words")}
        </p>
      )}
      {store.orders_blocked_by ? (
        <p className={classes.problem} role="alert">
          {t(`orders_blocked.${store.orders_blocked_by}`, { platform: t(`platforms.${store.type}`) })}
        </p>
      ) : null}
      {store.sync_failures > 0 && !store.orders_blocked_by ? (
        <p className={classes.waiting}>{t("sync_failing")}</p>
      ) : null}
    </>
  );
}

/** Progress of the first sync; without a bar until the platform has given the total. */
function ImportProgress({ progress }: { progress: NonNullable<StoreAnswer["import"]> }) {
  const { t } = useTranslation("stores");
  const format = useFormat();
  const { orders_done: done, orders_total: total } = progress;
  return (
    <div className={classes.progress} aria-live="polite">
      <p>{t("importing")}</p>
      {total === null || total === 0 ? null : (
        <>
          <ProgressBar value={done / total} label={t("importing_orders")} />
          <p className={classes.soft}>
            {t("importing_progress", {
              done: format.number(Math.min(done, total)),
              total: format.number(total),
            })}
          </p>
        </>
      )}
    </div>
  );
}

function SyncButton({ store: { id, name } }: { store: StoreAnswer }) {
  const { t } = useTranslation("stores");
  const sync = useSyncStore();
  return (
    <Button
      size="sm"
      variant="default"
      loading={sync.isPending}
      aria-label={t("sync_of", { name })}
      onClick={() => sync.mutate(id, { onSuccess: () => notify(t("sync_asked"), "success") })}
    >
      {t("sync")}
    </Button>
  );
}

function ReconnectButton({
  store: { id, type, name },
  returnTo,
}: {
  store: StoreAnswer;
  returnTo: ReturnPath;
}) {
  const { t } = useTranslation("stores");
  const connect = useConnectStore();
  if (!isOAuthPlatform(type)) return null;
  return (
    <Button
      size="sm"
      loading={connect.isPending || connect.isSuccess}
      aria-label={t("reconnect_of", { name })}
      onClick={() => connect.mutate({ platform: type, storeId: id, returnTo })}
    >
      {t("reconnect")}
    </Button>
  );
}
