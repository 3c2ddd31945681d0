import type { CatalogueConsultation, ConsultationFields } from "../../contract/staff-catalogue.calls.ts";

/** What the form of a consultation holds; null while a figure is not typed. */
export type Values = Omit<ConsultationFields, "price_halalas" | "minutes"> & {
  price_halalas: number | null;
  minutes: number | null;
};

export const toValues = (item: CatalogueConsultation | null): Values => ({
  title_ar: item?.title_ar ?? "",
  title_en: item?.title_en ?? "",
  outcome_ar: item?.outcome_ar ?? "",
  outcome_en: item?.outcome_en ?? "",
  price_halalas: item?.price_halalas ?? null,
  minutes: item?.minutes ?? 45,
  consultant_id: item?.consultant_id ?? "",
  scheduling_url: item?.scheduling_url ?? "",
  questions: item?.questions ?? [],
  is_active: item?.is_active ?? false,
});
