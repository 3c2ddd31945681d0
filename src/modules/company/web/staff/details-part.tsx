import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { LtrField, TextField } from "#base/web/forms/fields.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import type { CompanyDetails, ShownDetails } from "../../contract/company.calls.ts";
import classes from "./company.module.css";
import { detailsQuery } from "./company.queries.ts";
import { call } from "./company-calls.ts";
import { ConflictBanner } from "./conflict-banner.tsx";
import { useVersionForm } from "./use-version-form.ts";

/** In the order of a registration; those written left to right are numbers and addresses. */
const fields = [
  { name: "name_ar", isLtr: false, max: 120 },
  { name: "name_en", isLtr: true, max: 120 },
  { name: "email", isLtr: true, max: 254 },
  { name: "phone", isLtr: true, max: 40 },
  { name: "whatsapp", isLtr: true, max: 40 },
  { name: "registration_number", isLtr: true, max: 14 },
  { name: "vat_number", isLtr: true, max: 20 },
  { name: "building_number", isLtr: true, max: 8 },
  { name: "street", isLtr: false, max: 120 },
  { name: "district", isLtr: false, max: 80 },
  { name: "city", isLtr: false, max: 80 },
  { name: "postal_code", isLtr: true, max: 8 },
] as const satisfies readonly { name: keyof CompanyDetails; isLtr: boolean; max: number }[];

const toValues = (details: ShownDetails) =>
  Object.fromEntries(fields.map(({ name }) => [name, details[name]])) as CompanyDetails;

/** Who we are: on the page of contact, and on invoices once every field of a seller is filled. */
export function DetailsPart() {
  const { t } = useTranslation("company_staff");
  const query = useQuery(detailsQuery);
  return (
    <Card title={t("details.title")}>
      <QueryBoundary query={query} fallback={<SkeletonRows count={4} />}>
        {(details) => <DetailsForm details={details} />}
      </QueryBoundary>
    </Card>
  );
}

function DetailsForm({ details }: { details: ShownDetails }) {
  const { t } = useTranslation("company_staff");
  const client = useQueryClient();
  const { form, conflict } = useVersionForm({
    item: details,
    toValues,
    save: (values, version) =>
      call("PUT Staff/Company/details", { body: { ...values, version }, quiet: true }),
    onSaved: (saved) => client.setQueryData(detailsQuery.queryKey, saved),
  });
  return (
    <form className={classes.part} onSubmit={form.submit} noValidate>
      <p className={classes.quiet}>
        {t(details.is_on_invoices ? "details.on_invoices" : "details.not_whole")}
      </p>
      <ConflictBanner conflict={conflict} />
      <div className={classes.fields}>
        {fields.map(({ name, isLtr, max }) => {
          const Field = isLtr ? LtrField : TextField;
          return (
            <Field
              key={name}
              label={t(`details.${name}`)}
              name={name}
              maxLength={max}
              autoComplete="off"
              {...form.getInputProps(name)}
            />
          );
        })}
      </div>
      <div className={classes.acts}>
        <Button type="submit" loading={form.isSending}>
          {t("save")}
        </Button>
        <a href="/contact" target="_blank" rel="noreferrer">
          {t("see_page")}
        </a>
      </div>
    </form>
  );
}
