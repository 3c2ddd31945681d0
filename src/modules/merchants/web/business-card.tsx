import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { isApiError } from "#base/web/data/api-error.ts";
import { Card } from "#base/web/kit/page.tsx";
import { CityField } from "#base/web/maps/city-field.tsx";
import { setUndoSeconds } from "#base/web/runtime/preferences.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { type AttributionWindow, attributionWindows, undoSeconds } from "../contract/enums.ts";
import type { User } from "../contract/merchants.calls.ts";
import classes from "./account.module.css";
import { Choice } from "./preferences-card.tsx";
import { useUpdateProfile } from "./use-update-profile.ts";

/** What screens begin with: the city of the prayer times, how orders are attributed and counted, and the time to undo. */
export function BusinessCard({ user }: { user: User }) {
  const { t } = useTranslation("merchants");
  const update = useUpdateProfile();
  const save = (change: Parameters<typeof update.mutate>[0]) =>
    update.mutate(change, {
      onSuccess: () => notify(t("account.business_saved"), "success"),
      onError: (error) => isApiError(error) && notify(error.message, "error"),
    });
  const toWindow = (value: string | null) => attributionWindows.find((days) => String(days) === value);
  const choose = (window: AttributionWindow | undefined) =>
    window === undefined ? undefined : save({ attribution_window_days: window });
  return (
    <Card title={t("account.business")}>
      <div className={classes.form}>
        <CityField
          label={t("account.city")}
          description={t("account.city_note")}
          value={user.city}
          onChange={(city) => save({ city })}
        />
        <Select
          label={t("account.window")}
          description={t("account.window_note")}
          allowDeselect={false}
          disabled={update.isPending}
          value={String(user.attribution_window_days)}
          data={attributionWindows.map((days) => ({
            value: String(days),
            label: t("account.window_days", { count: days }),
          }))}
          onChange={(value) => choose(toWindow(value))}
        />
        <Choice
          label={t("account.model")}
          note={t("account.model_note")}
          value={user.attribution_model}
          options={{ last_click: t("account.model_last"), first_click: t("account.model_first") }}
          onChoose={(attribution_model) => save({ attribution_model })}
        />
        <Choice
          label={t("account.counted")}
          note={t("account.counted_note")}
          value={user.counted_orders}
          options={{ placed: t("account.counted_placed"), delivered: t("account.counted_delivered") }}
          onChoose={(counted_orders) => save({ counted_orders })}
        />
        <Select
          label={t("account.undo")}
          description={t("account.undo_note")}
          allowDeselect={false}
          disabled={update.isPending}
          value={String(user.undo_seconds)}
          data={undoSeconds.map((seconds) => ({
            value: String(seconds),
            label: t("account.undo_seconds", { count: seconds }),
          }))}
          onChange={(value) => {
            const undo_seconds = undoSeconds.find((seconds) => String(seconds) === value);
            if (undo_seconds === undefined) return;
            setUndoSeconds(undo_seconds);
            save({ undo_seconds });
          }}
        />
      </div>
    </Card>
  );
}
