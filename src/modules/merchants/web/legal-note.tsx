import { useTranslation } from "react-i18next";
import { findPageLink } from "#base/web/runtime/page-links.ts";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import classes from "./auth-form.module.css";

/**
 * What the merchant agrees to by continuing, where there are such documents; without a privacy policy, one sentence on
 * what is stored. Help, contact and who we are, for everybody.
 */
export function LegalNote() {
  const { t } = useTranslation("merchants");
  const language = useLanguage();
  /** Our own pages open in the language of this one. */
  const toHref = (href: string) => (href.startsWith("/") ? `${href}?lang=${language}` : href);
  const agreed = [
    { href: findPageLink("terms-url"), label: t("auth.terms") },
    { href: findPageLink("privacy-url"), label: t("auth.privacy") },
  ].flatMap(({ href, label }) => (href === null ? [] : [{ href: toHref(href), label }]));
  const others = [
    { href: toHref("/help"), label: t("auth.help") },
    { href: toHref("/contact"), label: t("auth.contact") },
    { href: toHref("/about"), label: t("auth.about") },
  ];
  return (
    <div className={classes.note}>
      {agreed.length > 0 ? (
        <p>
          {t("auth.by_continuing")} <NoteLinks links={agreed} />
        </p>
      ) : null}
      {findPageLink("privacy-url") === null ? <p>{t("auth.what_is_kept")}</p> : null}
      <p>
        <NoteLinks links={others} />
      </p>
    </div>
  );
}

const NoteLinks = ({ links }: { links: readonly { href: string; label: string }[] }) =>
  links.map(({ href, label }, index) => (
    <span key={href}>
      {index > 0 ? " · " : null}
      <a href={href} target="_blank" rel="noreferrer">
        {label}
      </a>
    </span>
  ));
