import type { SeasonKey } from "#modules/seasons/contract/season-keys.ts";

/** Seasons as a greeting names them. */
export const seasonNames: Record<SeasonKey, { ar: string; en: string }> = {
  founding_day: { ar: "يوم التأسيس", en: "Founding Day" },
  mothers_day: { ar: "يوم الأم", en: "Mother's Day" },
  ramadan: { ar: "شهر رمضان", en: "Ramadan" },
  eid_al_fitr: { ar: "عيد الفطر", en: "Eid al-Fitr" },
  eid_al_adha: { ar: "عيد الأضحى", en: "Eid al-Adha" },
  back_to_school: { ar: "العام الدراسي الجديد", en: "new school year" },
  national_day: { ar: "اليوم الوطني", en: "National Day" },
  singles_day: { ar: "يوم 11.11", en: "11.11" },
  white_friday: { ar: "الجمعة البيضاء", en: "White Friday" },
  payday: { ar: "نزول الراتب", en: "payday" },
};
