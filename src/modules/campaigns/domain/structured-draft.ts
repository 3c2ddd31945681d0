import type { CallToAction, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { AdStructure } from "../contract/ad-structure.ts";
import { choosePlatforms, setAd } from "./edit-draft.ts";
import { emptyDraft } from "./empty-draft.ts";
import type { PlanDraft } from "./plan-draft.ts";

/** How another ad is built. There is no field for its wording, so that none can be carried into a draft. */
export type StructuredDraftInput = {
  platform: Platform | null;
  structure: AdStructure;
  call: CallToAction | null;
};

/** A new plan whose one ad is to be built like another: every text of it is still to be written. */
export function toStructuredDraft({ platform, structure, call }: StructuredDraftInput): PlanDraft {
  const chosen = choosePlatforms(emptyDraft(), platform ? [platform] : []);
  const key = chosen.ad_groups[0]?.ads[0]?.key ?? "";
  return setAd(chosen, null, key, { structure, ...(call ? { call_to_action: call } : {}) });
}
