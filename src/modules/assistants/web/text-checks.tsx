import { Button } from "@mantine/core";
import { IconBook2, IconScale } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { countSmsParts } from "#base/shared/sms-parts.ts";
import { UserText } from "#base/web/kit/text.tsx";
import { checkAdLaw } from "#modules/campaigns/contract/ad-law.ts";
import { LawNote } from "#modules/campaigns/web/law/law.parts.tsx";
import type { Answer } from "../contract/writer-shapes.ts";
import { type DialectFinding, lintDialect } from "../domain/checks/dialect-lint.ts";
import { checkTextLimits } from "../domain/checks/text-limits.ts";
import type { Draft } from "../domain/engine/draft.ts";
import classes from "./writer.module.css";

type Props = Draft & {
  answer: Pick<Answer, "category" | "tongue">;
  isSaving: boolean;
  onChange: (texts: Draft) => void;
};

/** What is to be known of a text before it is used: words of other dialects, lengths, and what the ad law says. */
export function TextChecks(props: Props) {
  const { answer, headline, body } = props;
  const findings = checkAdLaw(`${headline}\n${body}`);
  return (
    <div className={classes.checks}>
      <DialectNotes {...props} />
      {findings.map((finding) => (
        <LawNote key={finding.rule} finding={finding} icon={<IconScale size={20} aria-hidden />} />
      ))}
      {answer.category === "ad_text" || answer.category === "headline" ? (
        <Limits headline={headline} body={body} />
      ) : null}
      {answer.category === "sms" ? <SmsParts text={body} /> : null}
    </div>
  );
}

function DialectNotes({ answer, headline, body, isSaving, onChange }: Props) {
  const { t } = useTranslation("assistants");
  const inHeadline = lintDialect(headline, answer.tongue).map((finding) => ({
    finding,
    field: "headline" as const,
  }));
  const inBody = lintDialect(body, answer.tongue).map((finding) => ({ finding, field: "body" as const }));
  const replace = (field: "headline" | "body", { start, end, instead }: DialectFinding) => {
    const texts = { headline, body };
    onChange({ ...texts, [field]: texts[field].slice(0, start) + (instead ?? "") + texts[field].slice(end) });
  };
  return [...inHeadline, ...inBody].map(({ finding, field }) => {
    const { word, home, instead, start } = finding;
    return (
      <div key={`${field}-${start}`} className={classes.note} data-tone="lint">
        <IconBook2 size={20} aria-hidden />
        <span>
          {instead === null
            ? t("lint.says_alone", { word, home: t(`lint.homes.${home}`) })
            : t("lint.says", { word, home: t(`lint.homes.${home}`), instead })}
        </span>
        {instead === null ? null : (
          <Button
            size="compact-md"
            variant="default"
            disabled={isSaving}
            onClick={() => replace(field, finding)}
          >
            {t("lint.replace")}
          </Button>
        )}
      </div>
    );
  });
}

function Limits({ headline, body }: Draft) {
  const { t } = useTranslation("assistants");
  return (
    <ul className={classes.limits} aria-label={t("limits.title")}>
      {checkTextLimits({ headline, body }).map(({ platform, part, length, max }) => (
        <li key={`${platform}-${part}`} data-over={length > max}>
          <span>{`${t(`limits.platforms.${platform}`)} · ${t(`limits.${part}`)}`}</span>{" "}
          {length > max ? (
            <span>{t("limits.over", { count: length - max })}</span>
          ) : (
            <bdi dir="ltr" className="figures">{`${length} / ${max}`}</bdi>
          )}
        </li>
      ))}
    </ul>
  );
}

function SmsParts({ text }: { text: string }) {
  const { t } = useTranslation("assistants");
  const { parts, units, perPart } = countSmsParts(text);
  return (
    <p className={classes.small}>
      {t("limits.sms_parts", { parts })}{" "}
      <UserText>
        <bdi dir="ltr" className="figures">{`${units} / ${parts * perPart}`}</bdi>
      </UserText>
    </p>
  );
}
