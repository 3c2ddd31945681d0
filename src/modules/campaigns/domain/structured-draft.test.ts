import { describe, expect, it } from "vitest";
import { draftContent } from "../contract/draft-content.ts";
import { emptyDraftAd } from "./empty-draft.ts";
import { toStructuredDraft } from "./structured-draft.ts";

const structure = { hook: "question", proof: "reviews", offer: "gift" } as const;

describe("a draft built like another ad", () => {
  const draft = toStructuredDraft({
    platform: "tiktok",
    structure,
    call: "order_now",
  });

  it("has its structure and call, its platform, and no text and no file", () => {
    const ad = draft.ad_groups[0]?.ads[0];
    expect(ad).toEqual({ ...emptyDraftAd("ad-1"), structure, call_to_action: "order_now" });
    expect(Object.keys(draft.platforms)).toEqual(["tiktok"]);
  });

  it("is stored whole", () => {
    expect(draftContent.parse(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
  });

  it("leaves the platform and the button open where they are not known", () => {
    const open = toStructuredDraft({ platform: null, structure, call: null });
    expect(open.platforms).toEqual({});
    expect(open.ad_groups[0]?.ads[0]?.call_to_action).toBe(emptyDraftAd("ad-1").call_to_action);
  });
});
