import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import classes from "./offline-banner.module.css";

/** Shown while the device has no connection: data may be old, and nothing new is sent. */
export function OfflineBanner() {
  const { t } = useTranslation("app");
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div className={classes.place} aria-live="polite">
      {online ? null : (
        <Banner tone="waiting" title={t("offline_title")}>
          {t("offline_words")}
        </Banner>
      )}
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}
