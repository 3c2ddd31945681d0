import { Button, Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { LtrField, TextField } from "#base/web/forms/fields.tsx";
import { useServerForm } from "#base/web/forms/form.ts";
import { manualPlatforms } from "../../contract/link-enums.ts";
import type { LinkDetails, LinkOptions } from "../../contract/link-shapes.ts";
import { Landing } from "./landing.tsx";
import { type LinkBody, type LinkValues, toBody, toValues } from "./link-values.ts";
import classes from "./links.module.css";
import { MoreFields } from "./more-fields.tsx";

type Props = {
  link: LinkDetails | null;
  options: LinkOptions;
  onSend: (body: LinkBody) => Promise<unknown>;
};

/** The fields of a link made by hand: three to fill in, the rest folded; empty ones take what is usual. */
export function LinkForm({ link, options, onSend }: Props) {
  const { t } = useTranslation(["tracking_links", "tracking"]);
  const [store] = options.stores;
  const form = useServerForm<LinkValues>({
    initialValues: toValues(link, store),
    send: (values) => onSend(toBody(values)),
  });
  return (
    <form className={classes.form} onSubmit={form.submit} noValidate>
      <TextField
        label={t("form.name")}
        description={t("form.name_hint")}
        {...form.getInputProps("name")}
        maxLength={120}
      />
      <LtrField
        label={t("form.destination")}
        description={store ? t("form.destination_hint", { store }) : t("form.destination_no_store")}
        inputMode="url"
        {...form.getInputProps("destination_url")}
      />
      <Select
        label={t("form.platform")}
        allowDeselect={false}
        data={manualPlatforms.map((value) => ({ value, label: t(`tracking:platforms.${value}`) }))}
        {...form.getInputProps("platform")}
      />
      <MoreFields form={form} options={options} isOpen={link !== null} />
      <Landing values={form.values} />
      <Button type="submit" loading={form.isSending}>
        {t(link ? "form.save" : "make")}
      </Button>
    </form>
  );
}
