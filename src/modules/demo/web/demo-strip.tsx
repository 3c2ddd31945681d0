import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { leaveDemo } from "#base/web/runtime/session.ts";
import { setRefusalAction } from "#base/web/runtime/snackbar-state.ts";
import classes from "./demo.module.css";

const signUp = () => leaveDemo("/auth#sign-up");

/** Above every page of the demo store. A change that was refused offers the sign-up too. */
export function DemoStrip() {
  const { t } = useTranslation("demo");
  useEffect(() => {
    setRefusalAction("demo.read_only", () => ({ label: t("sign_up"), run: signUp }));
  }, [t]);
  return (
    <aside className={classes.strip} aria-label={t("strip")}>
      <p className={classes.words}>
        <strong>{t("strip")}</strong> <span>{t("strip_words")}</span>
      </p>
      <div className={classes.acts}>
        <button type="button" className={classes.signUp} onClick={signUp}>
          {t("sign_up")}
        </button>
        <button type="button" className={classes.leave} onClick={() => leaveDemo()}>
          {t("leave")}
        </button>
      </div>
    </aside>
  );
}
