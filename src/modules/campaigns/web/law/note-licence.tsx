import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#base/web/runtime/format.ts";
import type { LicenceKind } from "../../contract/ad-law-rules.ts";
import { useLicences } from "./licences.queries.ts";

const LicenceForm = lazy(() => import("./licence-form.tsx").then((file) => ({ default: file.LicenceForm })));

/** Beside words that need a licence: the merchant's one that is valid today, or a form that records one there. */
export function NoteLicence({ kind }: { kind: LicenceKind }) {
  const { t } = useTranslation("campaigns_law");
  const format = useFormat();
  const licences = useLicences().data;
  const [isOpen, setOpen] = useState(false);
  if (!licences) return null;
  const valid = licences.find((one) => one.kind === kind && one.state === "valid");
  if (valid) {
    const { number, ends_on } = valid;
    return <strong>{t("licences.serves", { number, day: format.date(ends_on) })}</strong>;
  }
  const close = () => setOpen(false);
  if (isOpen)
    return (
      <Suspense fallback={null}>
        <LicenceForm licence={null} kind={kind} onSaved={close} onCancel={close} />
      </Suspense>
    );
  return (
    <div>
      <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        {t(`licences.add_kind.${kind}`)}
      </Button>
    </div>
  );
}
