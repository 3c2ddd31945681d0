import type { Language } from "#base/shared/language.ts";
import classes from "./language-switch.module.css";
import { setLanguage, useLanguage } from "./preferences.ts";

/** Turns the whole product to the other language; its own words are always in the language it leads to. */
export function LanguageSwitch({
  onChoose = setLanguage,
}: {
  /** What choosing does where it means more than turning this screen. */
  onChoose?: (language: Language) => void;
}) {
  const other = useLanguage() === "ar" ? "en" : "ar";
  return (
    <button
      type="button"
      className={classes.switch}
      lang={other}
      aria-label={other === "en" ? "EN: change the language to English" : "ع: غيّر اللغة إلى العربية"}
      onClick={() => onChoose(other)}
    >
      {other === "en" ? "EN" : "ع"}
    </button>
  );
}
