import { Button, Textarea } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { errorNode } from "#base/web/forms/fields.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SegmentedControl } from "#base/web/kit/segmented-control.ts";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { DateText } from "#base/web/kit/text.tsx";
import { type Document, documents, type ShownTexts, textMax } from "../../contract/company.calls.ts";
import classes from "./company.module.css";
import { textsQuery } from "./company.queries.ts";
import { call } from "./company-calls.ts";
import { ConflictBanner } from "./conflict-banner.tsx";
import { useVersionForm } from "./use-version-form.ts";

/** About us, terms and privacy, one at a time. */
export function TextsPart() {
  const { t } = useTranslation(["company_staff", "company"]);
  const query = useQuery(textsQuery);
  const [document, setDocument] = useState<Document>("about");
  return (
    <Card title={t("company_staff:texts.title")}>
      <div className={classes.part}>
        <SegmentedControl
          aria-label={t("company_staff:texts.title")}
          data={documents.map((value) => ({ value, label: t(`company:links.${value}`) }))}
          value={document}
          onChange={(value) => setDocument(value as Document)}
        />
        <QueryBoundary query={query} fallback={<SkeletonRows count={4} />}>
          {({ items }) => {
            const texts = items.find((one) => one.document === document);
            return texts ? <TextsForm key={document} texts={texts} /> : null;
          }}
        </QueryBoundary>
      </div>
    </Card>
  );
}

function TextsForm({ texts }: { texts: ShownTexts }) {
  const { t } = useTranslation("company_staff");
  const client = useQueryClient();
  const { form, conflict } = useVersionForm({
    item: texts,
    toValues: ({ text_ar, text_en }: ShownTexts) => ({ text_ar, text_en }),
    save: (values, version) =>
      call("PUT Staff/Company/texts/{document}", {
        params: { document: texts.document },
        body: { ...values, version },
        quiet: true,
      }),
    onSaved: () => void client.invalidateQueries({ queryKey: textsQuery.queryKey }),
  });
  const area = (name: "text_ar" | "text_en") => {
    const { error, ...input } = form.getInputProps(name);
    return (
      <Textarea
        {...input}
        label={t(`texts.${name}`)}
        dir={name === "text_ar" ? "rtl" : "ltr"}
        rows={14}
        maxLength={textMax}
        error={errorNode(error)}
      />
    );
  };
  return (
    <form className={classes.part} onSubmit={form.submit} noValidate>
      <p className={classes.quiet}>
        {texts.version === 0 || texts.edited_at === null ? (
          t("texts.none")
        ) : (
          <>
            {t("texts.version", { version: texts.version })} <DateText at={texts.edited_at} />
          </>
        )}
      </p>
      <ConflictBanner conflict={conflict} />
      {area("text_ar")}
      {area("text_en")}
      <p className={classes.quiet}>{t("texts.marks")}</p>
      <div className={classes.acts}>
        <Button type="submit" loading={form.isSending}>
          {t("texts.publish")}
        </Button>
        <a href={`/${texts.document}`} target="_blank" rel="noreferrer">
          {t("see_page")}
        </a>
      </div>
    </form>
  );
}
