import { useId } from "react";
import { useTranslation } from "react-i18next";
import { isApiError } from "#base/web/data/api-error.ts";
import { Card } from "#base/web/kit/page.tsx";
import {
  setCalendar,
  setDigits,
  setLanguage,
  setTheme,
  useCalendar,
  useChosenDigits,
  useLanguage,
  useTheme,
} from "#base/web/runtime/preferences.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import classes from "./account.module.css";
import { useUpdateProfile } from "./use-update-profile.ts";

/** Language, appearance, digits and calendar: they apply at once here, and are saved for the merchant's other devices. */
export function PreferencesCard() {
  const { t } = useTranslation("merchants");
  const update = useUpdateProfile();
  const save = (change: Parameters<typeof update.mutate>[0]) =>
    update.mutate(change, {
      onError: (error) => isApiError(error) && notify(t("account.kept_here_only"), "warning"),
    });
  return (
    <Card title={t("account.preferences")}>
      <div className={classes.form}>
        <Choice
          label={t("account.language")}
          value={useLanguage()}
          options={{ ar: "العربية", en: "English" }}
          onChoose={(language) => {
            setLanguage(language);
            save({ language });
          }}
        />
        <Choice
          label={t("account.theme")}
          value={useTheme()}
          options={{
            light: t("account.theme_light"),
            dark: t("account.theme_dark"),
            auto: t("account.theme_auto"),
          }}
          onChoose={(theme) => {
            setTheme(theme);
            save({ theme });
          }}
        />
        <Choice
          label={t("account.digits")}
          note={t("account.digits_note")}
          value={useChosenDigits()}
          options={{ latn: "123", arab: "١٢٣" }}
          onChoose={(digits) => {
            setDigits(digits);
            save({ digits });
          }}
        />
        <Choice
          label={t("account.calendar")}
          note={t("account.calendar_note")}
          value={useCalendar()}
          options={{ gregorian: t("account.calendar_gregorian"), both: t("account.calendar_both") }}
          onChoose={(calendar) => {
            setCalendar(calendar);
            save({ calendar });
          }}
        />
      </div>
    </Card>
  );
}

/** A choice of one from a few words: a radio group drawn as chips. */
export function Choice<Value extends string>({
  label,
  note,
  value,
  options,
  onChoose,
}: {
  label: string;
  note?: string;
  value: Value;
  options: Record<Value, string>;
  onChoose: (value: Value) => void;
}) {
  const name = useId();
  return (
    <fieldset className={classes.choice}>
      <legend>{label}</legend>
      <div className={classes.options}>
        {(Object.keys(options) as Value[]).map((option) => (
          <label key={option} className={classes.option}>
            <input type="radio" name={name} checked={option === value} onChange={() => onChoose(option)} />
            <span>{options[option]}</span>
          </label>
        ))}
      </div>
      {note ? <p className={classes.soft}>{note}</p> : null}
    </fieldset>
  );
}
