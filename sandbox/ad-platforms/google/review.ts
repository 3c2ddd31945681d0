import type { Json } from "../shared/field-table.ts";
import { decideReview, type Review } from "../shared/reviewer.ts";
import type { Context, StoredObject } from "./registry.ts";

/** What the reviewer has said of an ad by now. */
export function reviewAd({ world }: Context, ad: StoredObject): Review {
  return decideReview(ad.submitted_at, collectText(ad.wire.ad as Json), world.now());
}

/** All that people read on an ad. */
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

/** What the reviewer has said: nothing yet, approved, or refused with the policy's name. */
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
