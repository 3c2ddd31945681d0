import { useTranslation } from "react-i18next";
import classes from "./auth-form.module.css";
import type { AuthStep } from "./use-auth-step.ts";

const tabs = [
  { step: "sign-in", key: "auth.tab_sign_in" },
  { step: "sign-up", key: "auth.tab_sign_up" },
] as const;

/** Tabs for signing in and signing up. */
export function AuthTabs({
  current,
  go,
}: {
  current: AuthStep;
  go: (step: AuthStep, replace?: boolean) => void;
}) {
  const { t } = useTranslation("merchants");
  return (
    <nav className={classes.tabs} aria-label={t("auth.ways_in")}>
      {tabs.map(({ step, key }) => (
        <button
          key={step}
          type="button"
          className={classes.tab}
          aria-current={step === current ? "page" : undefined}
          onClick={() => go(step, true)}
        >
          {t(key)}
        </button>
      ))}
    </nav>
  );
}
