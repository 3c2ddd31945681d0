import type { Json } from "../shared/field-table.ts";
import { decideReview, type Review } from "../shared/reviewer.ts";
import type { Context, StoredObject } from "./registry.ts";

/** The review result of an ad so far. */
export function reviewAd({ world }: Context, ad: StoredObject): Review {
  return decideReview(ad.submitted_at, collectText(ad.wire.ad as Json), world.now());
}

/** All visible texts of an ad. */
function collectText(ad: Json): string {
  const texts: string[] = [];
  const walk = (value: unknown) => {
    if (Array.isArray(value)) value.forEach(walk);
    else if (value !== null && typeof value === "object")
      for (const [name, each] of Object.entries(value)) {
        if (name === "text" || name === "businessName")
          typeof each === "string" ? texts.push(each) : walk(each);
        else walk(each);
      }
  };
  walk(ad);
  return texts.join("\n");
}

/** The review result: none yet, approved, or disapproved with the policy's name. */
export function presentPolicy(context: Context, row: StoredObject): Json {
  const { status, reasons } = reviewAd(context, row);
  if (status === "PENDING") return { reviewStatus: "REVIEW_IN_PROGRESS" };
  if (status === "APPROVED") return { reviewStatus: "REVIEWED", approvalStatus: "APPROVED" };
  return {
    reviewStatus: "REVIEWED",
    approvalStatus: "DISAPPROVED",
    policyTopicEntries: reasons.map((topic) => ({ topic, type: "PROHIBITED" })),
  };
}
