import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import classes from "./privacy.module.css";
import { useCancelErasure } from "./privacy.queries.ts";

/** On top of every page while the account is to be erased: when, and the way back. */
export function ErasureBanner({ dueAt }: { dueAt: string }) {
  const { t } = useTranslation("privacy");
  const format = useFormat();
  const cancel = useCancelErasure();
  return (
    <div className={classes.banner}>
      <Banner
        tone="bad"
        title={t("banner.title", { day: format.date(dueAt) })}
        action={
          <div className={classes.actions}>
            <Button
              loading={cancel.isPending}
              onClick={() =>
                cancel.mutate(undefined, { onSuccess: () => notify(t("banner.restored"), "success") })
              }
            >
              {t("banner.restore")}
            </Button>
            <LinkButton to="/account-settings/privacy" variant="default">
              {t("banner.details")}
            </LinkButton>
          </div>
        }
      >
        {t("banner.words")}
      </Banner>
    </div>
  );
}
