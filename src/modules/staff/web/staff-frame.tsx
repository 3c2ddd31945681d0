import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { BrandMark } from "#base/web/kit/brand.tsx";
import { LanguageSwitch } from "#base/web/kit/language-switch.tsx";
import classes from "./staff-frame.module.css";

/** Around every page of the staff: whose office this is, the language, and what the page adds (`aside`). */
export function StaffFrame({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation("staff");
  return (
    <div className={classes.frame}>
      <header className={classes.bar}>
        <span className={classes.name}>
          <BrandMark size={34} />
          {t("office")}
        </span>
        <span className={classes.aside}>
          {aside}
          <LanguageSwitch />
        </span>
      </header>
      <main className={classes.page}>{children}</main>
    </div>
  );
}
