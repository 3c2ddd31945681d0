import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { Tongue } from "../contract/writer-enums.ts";
import type { Choices } from "./writer-choices-state.ts";

/** What the form of a described campaign holds while it is filled. */
export type Values = {
  description: string;
  product_id: Choices["product"];
  has_landing_page: "yes" | "no" | null;
  page_url: string;
  phone: string;
  platforms: Platform[];
  daily_budget_halalas: number | null;
  tongue: Tongue;
};
