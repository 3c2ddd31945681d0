import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./catalogue.module.css";

/** Saves or closes a form of the catalogue. */
export function FormActions({ isSending, onClose }: { isSending: boolean; onClose: () => void }) {
  const { t } = useTranslation("billing_catalogue");
  return (
    <div className={classes.acts}>
      <Button type="submit" loading={isSending}>
        {t("save")}
      </Button>
      <Button variant="default" onClick={onClose}>
        {t("cancel")}
      </Button>
    </div>
  );
}
