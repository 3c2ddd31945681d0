import { type DraftStep, draftSteps } from "../../contract/enums.ts";
import type { CampaignFields } from "../../contract/shapes.ts";

/** A campaign's fields while they are typed: a budget may still be missing. */
export type CampaignDraft = Omit<CampaignFields, "daily_budget_halalas"> & {
  daily_budget_halalas: number | null;
};
export const formSteps = draftSteps;
export type FormStep = DraftStep;
