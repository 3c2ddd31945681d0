import { Button } from "@mantine/core";
import { IconBuildingStore } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./demo.module.css";
import { useEnterDemo } from "./use-enter-demo.ts";

/** For whoever has no store here yet: one tap opens a store with a month behind it. */
export function DemoOffer() {
  const { t } = useTranslation("demo");
  const { enter, isEntering } = useEnterDemo();
  return (
    <div className={classes.offer}>
      <Button
        variant="default"
        size="md"
        fullWidth
        leftSection={<IconBuildingStore size={20} aria-hidden />}
        loading={isEntering}
        onClick={enter}
      >
        {t("enter")}
      </Button>
      <p className={classes.lead} role="status">
        {t(isEntering ? "opening" : "enter_lead")}
      </p>
    </div>
  );
}
