import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Brand } from "#base/web/kit/brand.tsx";
import { LanguageSwitch } from "#base/web/kit/language-switch.tsx";
import { PageHeader } from "#base/web/kit/page.tsx";
import { setTheme, useTheme } from "#base/web/runtime/preferences.ts";
import { ActionSamples, FieldSamples } from "./design-controls.tsx";
import { ChartSample, FigureSamples, StateSamples, TableSample, TextSamples } from "./design-figures.tsx";
import classes from "./design-page.module.css";
import { Palette } from "./design-palette.tsx";

/** Every token and component on one page, for those who build screens; no link leads here. */
export function DesignPage() {
  const { t } = useTranslation("design");
  const dark = useTheme() === "dark";
  return (
    <main className={classes.page}>
      <div className={classes.top}>
        <Brand />
        <div className={classes.tools}>
          <Button variant="default" onClick={() => setTheme(dark ? "light" : "dark")}>
            {t(dark ? "to_light" : "to_dark")}
          </Button>
          <LanguageSwitch />
        </div>
      </div>
      <PageHeader title={t("title")} lead={t("lead")} />
      <div className={classes.parts}>
        <Palette />
        <TextSamples />
        <FigureSamples />
        <ChartSample />
        <ActionSamples />
        <FieldSamples />
        <TableSample />
        <StateSamples />
      </div>
    </main>
  );
}
