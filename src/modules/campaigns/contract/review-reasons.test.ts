import { expect, it } from "vitest";
import ar from "../messages/ar.json" with { type: "json" };
import { reviewReasons, toReviewReason } from "./review-reasons.ts";

it.each([
  ["DESTINATION_NOT_WORKING", "destination"],
  ["TRADEMARKS_IN_AD_TEXT", "trademark"],
  ["CIRCUMVENTING_SYSTEMS_POLICY", "circumvention"],
  ["MISREPRESENTATION", "misleading"],
  ["ADULT_CONTENT", "adult"],
  ["Personal Attributes", "personal_attributes"],
  ["Misleading financial claims are not allowed.", "finance"],
  ["Gambling is not allowed in this country.", "gambling"],
  ["Health claims must be supported by evidence.", "health"],
  ["The advertisement does not meet the advertising policies.", "policy"],
  ["E42", null],
])("%s is a reason of the kind %s", (text, kind) => {
  expect(toReviewReason(text)).toBe(kind);
});

it("every kind has its text in the messages", () => {
  expect(Object.keys(ar.review_reasons).sort()).toEqual([...reviewReasons].sort());
});
