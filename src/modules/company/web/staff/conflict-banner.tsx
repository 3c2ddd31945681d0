import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import classes from "./company.module.css";
import type { Conflict } from "./use-version-form.ts";

/** A colleague has saved meanwhile: which of the two to go on with. Null shows nothing. */
export function ConflictBanner({ conflict }: { conflict: Conflict | null }) {
  const { t } = useTranslation("company_staff");
  if (!conflict) return null;
  return (
    <Banner
      tone="waiting"
      urgent
      title={t("conflict.title")}
      action={
        <div className={classes.acts}>
          <Button onClick={conflict.take}>{t("conflict.take")}</Button>
          <Button variant="default" onClick={conflict.keep}>
            {t("conflict.keep")}
          </Button>
        </div>
      }
    >
      {t("conflict.words")}
    </Banner>
  );
}
