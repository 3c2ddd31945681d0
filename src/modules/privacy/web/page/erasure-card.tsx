import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSubmission } from "#base/web/forms/use-submission.ts";
import { Banner } from "#base/web/kit/banner.tsx";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import type { Overview } from "../../contract/privacy.calls.ts";
import classes from "../privacy.module.css";
import { useCancelErasure } from "../privacy.queries.ts";
import { ErasureCode } from "./erasure-code.tsx";
import { requestErasureCode } from "./request-erasure-code.ts";

/** What happens when the account is erased, what must end before, and the request itself. */
export function ErasureCard({ overview: { erasure, blockers } }: { overview: Overview }) {
  const { t } = useTranslation("privacy_page");
  return (
    <Card title={t("erasure.title")}>
      <div className={classes.stack}>
        <p className={classes.lead}>{t("erasure.lead")}</p>
        <dl className={classes.points}>
          {(["now", "later", "kept"] as const).map((when) => (
            <div key={when}>
              <dt>{t(`erasure.${when}_title`)}</dt>
              <dd>{t(`erasure.${when}`)}</dd>
            </div>
          ))}
        </dl>
        {erasure ? (
          <Requested erasure={erasure} />
        ) : blockers.length > 0 ? (
          <Blockers blockers={blockers} />
        ) : (
          <Begin />
        )}
      </div>
    </Card>
  );
}

function Requested({ erasure: { state, due_at } }: { erasure: NonNullable<Overview["erasure"]> }) {
  const { t } = useTranslation("privacy_page");
  const format = useFormat();
  const cancel = useCancelErasure();
  if (state !== "requested") return <Banner tone="bad">{t("erasure.erasing")}</Banner>;
  return (
    <Banner
      tone="bad"
      action={
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
          {t("erasure.restore")}
        </Button>
      }
    >
      {t("erasure.requested", { day: format.date(due_at) })}
    </Banner>
  );
}

const ways = {
  balance: "/financial-transaction/wallet",
  withdrawal: "/financial-transaction/wallet",
  reserved: "/campaigns",
} as const;

function Blockers({ blockers }: { blockers: Overview["blockers"] }) {
  const { t } = useTranslation("privacy_page");
  const format = useFormat();
  return (
    <section aria-label={t("erasure.blocked_title")}>
      <strong>{t("erasure.blocked_title")}</strong>
      <ul className={classes.rows}>
        {blockers.map(({ kind, amount_halalas }) => (
          <li key={kind}>
            <span className={classes.what}>
              {t(`erasure.blocker.${kind}`, {
                amount: t("erasure.riyals", { amount: format.riyals(amount_halalas) }),
              })}
            </span>
            <LinkButton to={ways[kind]} variant="default">
              {t(`erasure.link.${kind}`)}
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Two steps: first the wish, then the code that was sent for it. */
function Begin() {
  const { t } = useTranslation("privacy_page");
  const [step, setStep] = useState<"idle" | "ask" | { nextCodeAt: number }>("idle");
  const submission = useSubmission<never>([]);
  const leave = () => setStep("idle");
  if (step === "idle")
    return (
      <div>
        <Button color="bad" variant="outline" onClick={() => setStep("ask")}>
          {t("erasure.begin")}
        </Button>
      </div>
    );
  if (step !== "ask") return <ErasureCode nextCodeAt={step.nextCodeAt} onBack={leave} />;
  return (
    <div className={classes.actions}>
      <Button
        color="bad"
        loading={submission.isSubmitting}
        onClick={() => void submission.run(async () => setStep({ nextCodeAt: await requestErasureCode() }))}
      >
        {t("erasure.send_code")}
      </Button>
      <Button variant="default" onClick={leave}>
        {t("erasure.back")}
      </Button>
    </div>
  );
}
