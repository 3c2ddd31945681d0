import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { DayField, TimeField } from "#base/web/forms/day-field.tsx";
import { MoneyField, NumberField, OtpField, PhoneField, TextField } from "#base/web/forms/fields.tsx";
import { UploadBox } from "#base/web/forms/upload-box.tsx";
import { Banner } from "#base/web/kit/banner.tsx";
import { ConfirmDialog } from "#base/web/kit/confirm-dialog.tsx";
import { CopyField } from "#base/web/kit/copy-field.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { ProgressBar } from "#base/web/kit/progress.tsx";
import { Stepper } from "#base/web/kit/stepper.tsx";
import { notify, type SnackbarType } from "#base/web/runtime/snackbar-state.ts";
import classes from "./design-page.module.css";

const snackbars: SnackbarType[] = ["info", "success", "warning", "error"];

export function ActionSamples() {
  const { t } = useTranslation("design");
  const [isOpen, setOpen] = useState(false);
  const steps = ["a", "b", "c", "d"].map((key) => ({ key, title: t(`step_${key}`) }));
  return (
    <Card title={t("actions")}>
      <div className={classes.column}>
        <div className={classes.row}>
          <Button leftSection={<IconPlus size={18} aria-hidden />}>{t("primary")}</Button>
          <Button color="clay">{t("most_important")}</Button>
          <Button variant="default">{t("secondary")}</Button>
          <Button variant="subtle">{t("quiet")}</Button>
          <Button loading>{t("primary")}</Button>
          <Button color="bad" onClick={() => setOpen(true)}>
            {t("dangerous")}
          </Button>
        </div>
        <div className={classes.row}>
          {snackbars.map((type) => (
            <Button key={type} variant="default" onClick={() => notify(t("snackbar_sample"), type)}>
              {type}
            </Button>
          ))}
        </div>
        <Stepper steps={steps} current="b" />
        <ProgressBar value={0.45} label={t("progress")} />
        <ProgressBar value={0.7} label={t("progress")} tone="clay" />
        <Banner tone="info" title={t("banner_title")}>
          {t("banner_words")}
        </Banner>
        <Banner tone="good" title={t("banner_title")} />
        <Banner tone="waiting" title={t("banner_title")}>
          {t("banner_words")}
        </Banner>
        <Banner tone="bad" title={t("banner_title")}>
          {t("banner_words")}
        </Banner>
      </div>
      <ConfirmDialog
        opened={isOpen}
        title={t("dialog_title")}
        confirm={t("dangerous")}
        danger
        onClose={() => setOpen(false)}
        onConfirm={() => setOpen(false)}
      >
        {t("dialog_words")}
      </ConfirmDialog>
    </Card>
  );
}

export function FieldSamples() {
  const { t } = useTranslation("design");
  const [words, setWords] = useState("");
  const [money, setMoney] = useState<number | null>(6000);
  const [count, setCount] = useState<number | null>(25);
  const [phone, setPhone] = useState("");
  const [code, setCode] = useState("");
  const [day, setDay] = useState<RiyadhDay | null>(null);
  const [hour, setHour] = useState("21:30");
  return (
    <Card title={t("fields")}>
      <div className={classes.column}>
        <div className={classes.grid}>
          <TextField label={t("name")} value={words} onChange={setWords} description={t("field_help")} />
          <MoneyField label={t("budget")} value={money} onChange={setMoney} error={t("budget_error")} />
          <NumberField label={t("number")} value={count} onChange={setCount} />
          <PhoneField label={t("phone")} value={phone} onChange={setPhone} />
          <DayField label={t("day")} value={day} onChange={setDay} clearable />
          <TimeField label={t("hour")} value={hour} onChange={setHour} />
          <OtpField label={t("code")} value={code} onChange={setCode} />
          <CopyField label={t("link")} value="https://rawaj.example/t/48210375" />
        </div>
        <UploadBox
          label={t("picture")}
          hint={t("picture_hint")}
          accept="image/png,image/jpeg"
          maxBytes={5_000_000}
          onUpload={(file, onProgress) => {
            onProgress(file.size, file.size);
            return Promise.resolve(file.name);
          }}
          onDone={() => notify(t("snackbar_sample"), "success")}
        />
      </div>
    </Card>
  );
}
