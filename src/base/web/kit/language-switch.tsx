import type { Language } from "#base/shared/language.ts";
import { setLanguage, useLanguage } from "../runtime/preferences.ts";
import classes from "./language-switch.module.css";

/** Switches the whole product to the other language; its own label is always in the language it leads to. */
export function LanguageSwitch({
  onChoose = setLanguage,
}: {
  /** A handler where the choice does more than switch this screen. */
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
