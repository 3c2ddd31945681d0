import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { MoneyField } from "#base/web/forms/fields.tsx";
import { useServerForm } from "#base/web/forms/form.ts";
import { Card } from "#base/web/kit/page.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import classes from "./rules.module.css";
import { useSaveSettings, useStopAll } from "./rules.queries.ts";
import type { RulesView } from "./rules-calls.ts";
import { useRuleText } from "./use-rule-text.ts";

type Settings = RulesView["settings"];
type Values = { raise_ceiling_halalas: number | null; budget_ceiling_halalas: number | null };

/** What all rules together may do, and the one switch that stops them. */
export function SettingsCard({ settings }: { settings: Settings }) {
  const { t } = useTranslation("rules");
  const { riyals } = useRuleText();
  const stopAll = useStopAll();
  const save = useSaveSettings();
  const form = useServerForm<Values>({
    initialValues: {
      raise_ceiling_halalas: settings.raise_ceiling_halalas,
      budget_ceiling_halalas: settings.budget_ceiling_halalas,
    },
    validate: { raise_ceiling_halalas: (amount) => (amount === null ? t("form.required") : null) },
    send: async ({ raise_ceiling_halalas, budget_ceiling_halalas }) => {
      await save({ raise_ceiling_halalas: raise_ceiling_halalas ?? 0, budget_ceiling_halalas });
      notify(t("settings.saved"), "success");
    },
  });
  return (
    <Card title={t("settings.title")}>
      <form className={classes.stack} onSubmit={form.submit} noValidate>
        <p className={classes.quiet}>
          {t("settings.raised_today", {
            amount: riyals(settings.raised_today_halalas),
            ceiling: riyals(settings.raise_ceiling_halalas),
          })}
        </p>
        <div className={classes.fields}>
          <MoneyField label={t("settings.raise_ceiling")} {...form.getInputProps("raise_ceiling_halalas")} />
          <MoneyField
            label={t("settings.budget_ceiling")}
            description={t("settings.budget_ceiling_hint")}
            {...form.getInputProps("budget_ceiling_halalas")}
          />
        </div>
        <div className={classes.actions}>
          <Button type="submit" variant="default" loading={form.isSending}>
            {t("settings.save")}
          </Button>
          {settings.stopped_at === null ? (
            <Button
              variant="subtle"
              color="bad"
              loading={stopAll.isPending}
              onClick={() => stopAll.mutate(true)}
            >
              {t("settings.stop_all")}
            </Button>
          ) : null}
        </div>
      </form>
    </Card>
  );
}
