import { Button } from "@mantine/core";
import { IconUserCircle } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { isApiError } from "#base/web/data/api-error.ts";
import { ErrorLine } from "#base/web/forms/fields.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { User } from "../contract/merchants.calls.ts";
import classes from "./account.module.css";
import { useUpdateProfile } from "./use-update-profile.ts";

/** The merchant's picture, as the server has drawn it anew, and choosing or removing it. */
export function PictureField({ user }: { user: User }) {
  const { t } = useTranslation("merchants");
  const update = useUpdateProfile();
  const input = useRef<HTMLInputElement>(null);
  const save = (change: Parameters<typeof update.mutate>[0], done: string) =>
    update.mutate(change, { onSuccess: () => notify(t(done), "success") });
  const error = isApiError(update.error) ? (update.error.fields.picture?.[0] ?? update.error.message) : null;
  return (
    <div className={classes.picture}>
      {user.picture ? (
        <img src={user.picture} alt={t("account.picture")} width={72} height={72} />
      ) : (
        <IconUserCircle size={72} stroke={1.2} aria-hidden />
      )}
      <div className={classes.grow}>
        <div className={classes.row}>
          <Button variant="default" loading={update.isPending} onClick={() => input.current?.click()}>
            {t(user.picture ? "account.picture_change" : "account.picture_choose")}
          </Button>
          {user.picture ? (
            <Button
              variant="subtle"
              color="bad"
              disabled={update.isPending}
              onClick={() => save({ has_picture: "false" }, "account.picture_removed")}
            >
              {t("account.picture_remove")}
            </Button>
          ) : null}
        </div>
        <p className={classes.soft}>{t("account.picture_rule")}</p>
        {error ? <ErrorLine>{error}</ErrorLine> : null}
        <input
          ref={input}
          type="file"
          hidden
          name="picture"
          accept="image/png,image/jpeg,image/webp"
          aria-label={t("account.picture")}
          onChange={(event) => {
            const [picture] = event.currentTarget.files ?? [];
            event.currentTarget.value = "";
            if (picture) save({ picture }, "account.picture_saved");
          }}
        />
      </div>
    </div>
  );
}
