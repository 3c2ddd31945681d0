import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import classes from "./catalogue.module.css";
import type { Conflict } from "./use-item-form.ts";

type Props<Field> = {
  /** Null shows nothing. */
  conflict: Conflict<Field> | null;
  /** A field as the form names it. */
  toLabel: (field: Field) => string;
};

/** Somebody else has saved the item meanwhile: what they changed, and which of the two to go on with. */
export function ConflictBanner<Field extends string>({ conflict, toLabel }: Props<Field>) {
  const { t } = useTranslation("billing_catalogue");
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
      {conflict.changed.length > 0 ? (
        <ul aria-label={t("conflict.changed")}>
          {conflict.changed.map((field) => (
            <li key={field}>{toLabel(field)}</li>
          ))}
        </ul>
      ) : null}
    </Banner>
  );
}
