import type { Seller } from "../domain/invoices/invoice.ts";

export const sampleSeller: Seller = {
  name_ar: "مؤسسة الواحة للتسويق",
  name_en: "Oasis Marketing Est.",
  vat_number: "310122393500003",
  registration_number: "1010123456",
  street: "طريق الملك فهد",
  building_number: "8091",
  district: "العليا",
  city: "الرياض",
  postal_code: "12214",
};
