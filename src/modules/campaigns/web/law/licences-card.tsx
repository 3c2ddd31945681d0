import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "#base/web/kit/badge.tsx";
import { ConfirmButton } from "#base/web/kit/confirm-button.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import type { AdLicence } from "../../contract/ad-licences.calls.ts";
import classes from "./law.module.css";
import { LicenceForm } from "./licence-form.tsx";
import { useLicences, useRemoveLicence } from "./licences.queries.ts";

/** Among the account's settings: the licences under which ads may speak of discounts, prize draws and creators. */
export function LicencesCard() {
  const { t } = useTranslation("campaigns_law");
  const licences = useLicences().data;
  const [edited, setEdited] = useState<AdLicence | "new" | null>(null);
  const close = () => setEdited(null);
  const form = (licence: AdLicence | null) => (
    <LicenceForm licence={licence} onSaved={close} onCancel={close} />
  );
  return (
    <Card title={t("licences.title")}>
      <p>{t("licences.words")}</p>
      {licences?.length === 0 && edited === null ? <p>{t("licences.none")}</p> : null}
      {licences && licences.length > 0 ? (
        <ul className={classes.licences}>
          {licences.map((licence) => (
            <li key={licence.id}>
              {edited !== "new" && edited?.id === licence.id ? (
                form(licence)
              ) : (
                <LicenceRow licence={licence} onEdit={() => setEdited(licence)} />
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {edited === "new" ? (
        form(null)
      ) : (
        <div>
          <Button variant="default" disabled={!licences} onClick={() => setEdited("new")}>
            {t("licences.add")}
          </Button>
        </div>
      )}
    </Card>
  );
}

const tones = { valid: "good", upcoming: "waiting", ended: "bad" } as const;

function LicenceRow({ licence, onEdit }: { licence: AdLicence; onEdit: () => void }) {
  const { t } = useTranslation("campaigns_law");
  const format = useFormat();
  const remove = useRemoveLicence();
  const { number, kind, state, starts_on, ends_on } = licence;
  return (
    <div className={classes.licence}>
      <div className={classes.noteWords}>
        <span className={classes.noteTitle}>
          <strong>{t(`licences.kinds.${kind}`)}</strong> <UserText>{number}</UserText>{" "}
          <StatusBadge tone={tones[state]}>{t(`licences.states.${state}`)}</StatusBadge>
        </span>
        <span>{t("licences.validity", { from: format.date(starts_on), to: format.date(ends_on) })}</span>
      </div>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={t("licences.edit_one", { number })}
        onClick={onEdit}
      >
        {t("licences.edit")}
      </Button>
      <ConfirmButton
        size="compact-sm"
        label={t("licences.remove")}
        ariaLabel={t("licences.remove_one", { number })}
        title={t("licences.remove_title", { number })}
        busy={remove.isPending}
        onConfirm={(close) => remove.mutate(licence.id, { onSettled: close })}
      >
        {t("licences.remove_words")}
      </ConfirmButton>
    </div>
  );
}
