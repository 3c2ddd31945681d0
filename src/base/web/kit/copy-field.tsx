import { ActionIcon } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { notify } from "../runtime/snackbar-state.ts";
import classes from "./copy-field.module.css";

/** A link or code to copy: always left to right; says when it was copied and when the browser refused. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation("base");
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
      notify(t("copied"), "success");
    } catch {
      notify(t("copy_failed"), "error");
    }
  };
  return (
    <div className={classes.field}>
      <span className={classes.label}>{label}</span>
      <div className={classes.box}>
        <bdi dir="ltr" className={classes.value}>
          {value}
        </bdi>
        <ActionIcon
          variant="subtle"
          size="lg"
          aria-label={t("copy_thing", { thing: label })}
          onClick={() => void copy()}
        >
          {copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
        </ActionIcon>
      </div>
    </div>
  );
}
