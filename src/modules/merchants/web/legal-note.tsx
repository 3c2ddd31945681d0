import { useTranslation } from "react-i18next";
import { findPageLink } from "#base/web/runtime/page-links.ts";
import classes from "./auth-form.module.css";

/**
 * What the merchant agrees to by continuing, where this installation has the documents; without a privacy policy, one
 * sentence on what is stored.
 */
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
