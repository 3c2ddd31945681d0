import { Button, Checkbox, Modal } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { isApiError } from "#base/web/data/api-error.ts";
import { useIdempotencyKey } from "#base/web/data/idempotency.ts";
import { DayField } from "#base/web/forms/day-field.tsx";
import { FieldError, TextField } from "#base/web/forms/fields.tsx";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import { type AdLawFinding, checkAdLaw } from "#modules/campaigns/contract/ad-law.ts";
import type { LicenceKind } from "#modules/campaigns/contract/ad-law-rules.ts";
import { useOpenDraft } from "#modules/campaigns/web/drafts.parts.tsx";
import { LawNote } from "#modules/campaigns/web/law/law.parts.tsx";
import type { Version } from "../contract/writer-shapes.ts";
import classes from "./writer.module.css";
import { call } from "./writer-calls.ts";

type Licence = { number: string; starts_on: RiyadhDay | null; ends_on: RiyadhDay | null };
type LawAnswers = { licences: Partial<Record<LicenceKind, Licence>>; accepted: string[] };
const noLicence: Licence = { number: "", starts_on: null, ends_on: null };

/** Carries the version's texts into a draft of the campaign form, once the ad law is answered. */
export function UseInAd({ version, icon }: { version: Version; icon: ReactNode }) {
  const { t } = useTranslation(["assistants", "base"]);
  const isPhone = !useIsAtLeast("tablet");
  const findings = checkAdLaw(`${version.headline}\n${version.body}`);
  const [isAsking, setAsking] = useState(false);
  const [answers, setAnswers] = useState<LawAnswers>({ licences: {}, accepted: [] });
  const key = useIdempotencyKey(`writer.draft.${version.id}`);
  const open = useOpenDraft();
  const make = useMutation({
    mutationFn: () => {
      const body = {
        licences: Object.entries(answers.licences).map(([kind, licence]) => ({
          kind: kind as LicenceKind,
          number: licence.number,
          starts_on: licence.starts_on ?? "",
          ends_on: licence.ends_on ?? "",
        })),
        accepted_rules: answers.accepted,
      };
      return call("POST Clients/DigitalWriter/versions/{id}/draft", {
        params: { id: version.id },
        body,
        idempotencyKey: key.for({ ...body, headline: version.headline, text: version.body }),
        quiet: isAsking,
      });
    },
    onSuccess: ({ draft_id }) => {
      key.done();
      setAsking(false);
      open.mutate(draft_id);
    },
  });
  return (
    <>
      <Button
        color="clay"
        leftSection={icon}
        loading={make.isPending || open.isPending}
        onClick={() => (findings.length > 0 ? setAsking(true) : make.mutate())}
      >
        {t("version.use")}
      </Button>
      <Modal
        opened={isAsking}
        onClose={() => setAsking(false)}
        fullScreen={isPhone}
        title={<strong>{t("law.dialog")}</strong>}
        closeButtonProps={{ "aria-label": t("base:close") }}
      >
        <form
          className={classes.stack}
          onSubmit={(event) => {
            event.preventDefault();
            make.mutate();
          }}
        >
          {findings.map((finding) => (
            <Question key={finding.rule} finding={finding} answers={answers} onAnswer={setAnswers} />
          ))}
          <p className={classes.small}>{t("law.digest")}</p>
          {make.error ? (
            <FieldError>{isApiError(make.error) ? make.error.message : String(make.error)}</FieldError>
          ) : null}
          <Button type="submit" color="clay" loading={make.isPending}>
            {t("law.continue")}
          </Button>
        </form>
      </Modal>
    </>
  );
}

type QuestionProps = { finding: AdLawFinding; answers: LawAnswers; onAnswer: (answers: LawAnswers) => void };

/** What blocks asks for its licence, what advises for the merchant's decision. */
function Question({ finding, answers, onAnswer }: QuestionProps) {
  const { t } = useTranslation("assistants");
  const { licence: kind, rule } = finding;
  if (!kind)
    return (
      <>
        <LawNote finding={finding} />
        <Checkbox
          required
          label={t("law.accept")}
          checked={answers.accepted.includes(rule)}
          onChange={(event) =>
            onAnswer({
              ...answers,
              accepted: event.currentTarget.checked
                ? [...answers.accepted, rule]
                : answers.accepted.filter((one) => one !== rule),
            })
          }
        />
      </>
    );
  const licence = answers.licences[kind] ?? noLicence;
  const set = (changed: Partial<Licence>) =>
    onAnswer({ ...answers, licences: { ...answers.licences, [kind]: { ...licence, ...changed } } });
  return (
    <>
      <LawNote finding={finding} />
      <TextField
        required
        label={t("law.licence")}
        dir="ltr"
        maxLength={40}
        value={licence.number}
        onChange={(number) => set({ number })}
      />
      <DayField
        label={t("law.starts_on")}
        value={licence.starts_on}
        onChange={(starts_on) => set({ starts_on })}
      />
      <DayField label={t("law.ends_on")} value={licence.ends_on} onChange={(ends_on) => set({ ends_on })} />
    </>
  );
}
