import { useTranslation } from "react-i18next";
import { findPageLink } from "#base/web/page-links.ts";
import classes from "./auth-form.module.css";

/** What one agrees to by going on, where this installation names it; without a privacy policy, what is kept in a sentence. */
export function LegalNote() {
  const { t } = useTranslation("merchants");
  const links = [
    { href: findPageLink("terms-url"), label: t("auth.terms") },
    { href: findPageLink("privacy-url"), label: t("auth.privacy") },
  ].flatMap(({ href, label }) => (href === null ? [] : [{ href, label }]));
  return (
    <div className={classes.note}>
      {links.length > 0 ? (
        <p>
          {t("auth.by_continuing")}{" "}
          {links.map(({ href, label }, index) => (
            <span key={href}>
              {index > 0 ? " · " : null}
              <a href={href} target="_blank" rel="noreferrer">
                {label}
              </a>
            </span>
          ))}
        </p>
      ) : null}
      {findPageLink("privacy-url") === null ? <p>{t("auth.what_is_kept")}</p> : null}
    </div>
  );
}
