import { Button, Checkbox } from "@mantine/core";
import { IconCopy, IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import classes from "./enroll-codes-step.module.css";
import { StaffStep } from "./staff-step.tsx";

type Props = { email: string; codes: readonly string[]; onDone: () => void };

/** The recovery codes, shown this once: to be copied or downloaded before the page is left. */
export function EnrollCodesStep({ email, codes, onDone }: Props) {
  const { t } = useTranslation("staff");
  const [isSaved, setSaved] = useState(false);
  const list = codes.join("\n");
  const file = `${t("enroll.file_title", { email })}\n\n${list}\n`;

  async function copy() {
    try {
      await navigator.clipboard.writeText(list);
      notify(t("base:copied"), "success");
    } catch {
      notify(t("base:copy_failed"), "error");
    }
  }

  return (
    <StaffStep title={t("enroll.codes_title")} lead={t("enroll.codes_lead")}>
      <ul className={classes.codes} dir="ltr" aria-label={t("enroll.codes")}>
        {codes.map((code) => (
          <li key={code} className="figures">
            {code}
          </li>
        ))}
      </ul>
      <div className={classes.actions}>
        <Button
          variant="default"
          onClick={() => void copy()}
          leftSection={<IconCopy size={18} aria-hidden />}
        >
          {t("enroll.copy_codes")}
        </Button>
        <Button
          component="a"
          variant="default"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download="rawaj-recovery-codes.txt"
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          {t("enroll.download_codes")}
        </Button>
      </div>
      <Checkbox
        className={classes.saved}
        label={t("enroll.saved")}
        checked={isSaved}
        onChange={(event) => setSaved(event.currentTarget.checked)}
      />
      <Button size="lg" fullWidth disabled={!isSaved} onClick={onDone}>
        {t("enroll.to_office")}
      </Button>
    </StaffStep>
  );
}
