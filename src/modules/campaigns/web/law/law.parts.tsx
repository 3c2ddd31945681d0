import { IconScale } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "#base/web/kit/badge.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { type AdLawFinding, checkAdLaw } from "../../contract/ad-law.ts";
import { adLawRules } from "../../contract/ad-law-rules.ts";
import type { AdFields } from "../../contract/shapes.ts";
import { listShownTexts } from "../../domain/shown-texts.ts";
import classes from "./law.module.css";
import { NoteLicence } from "./note-licence.tsx";

type Props = {
  finding: AdLawFinding;
  icon?: ReactNode;
  /** The licence that allows the words, or how to record one. */
  licence?: ReactNode;
};

/** What the ad law says of words in the text, with its source and a lawful way to say it. */
export function LawNote({ finding, icon, licence }: Props) {
  const { t } = useTranslation("campaigns_law");
  const format = useFormat();
  const { rule, level, words } = finding;
  const row = adLawRules.find(({ key }) => key === rule);
  const key = `rules.${rule}` as "rules.discount";
  return (
    <div className={classes.note}>
      {icon}
      <div className={classes.noteWords}>
        <span className={classes.noteTitle}>
          <strong>{t(`${key}.title`)}</strong> <UserText>{`«${words.join("، ")}»`}</UserText>{" "}
          <StatusBadge tone={level === "block" ? "bad" : "waiting"}>{t(level)}</StatusBadge>
        </span>
        <span>{t(`${key}.words`)}</span>
        <span>{t("without", { reword: t(`${key}.reword`) })}</span>
        {row ? (
          <small className={classes.small}>
            {t("source", { source: row.source, day: format.date(row.readOn) })}
          </small>
        ) : null}
        {licence}
      </div>
    </div>
  );
}

/**
 * What the ad law says of an ad that is being written; nothing where no rule is touched. Words that need a licence, which
 * keep the ad from starting, show the one that serves them or a form to record it; the others are advice.
 */
export function AdLawNotes({ ad, limits }: { ad: AdFields; limits: Capabilities }) {
  const { t } = useTranslation("campaigns_law");
  const findings = checkAdLaw(listShownTexts(ad, limits).join("\n"));
  if (findings.length === 0) return null;
  return (
    <section className={classes.notes} aria-label={t("title")}>
      {findings.map((finding) => (
        <LawNote
          key={finding.rule}
          finding={finding}
          icon={<IconScale size={20} aria-hidden />}
          licence={finding.licence ? <NoteLicence kind={finding.licence} /> : null}
        />
      ))}
      <p className={classes.small}>
        {findings.some(({ level }) => level === "advise") ? `${t("advice_recorded")} ` : ""}
        {t("digest")}
      </p>
    </section>
  );
}
