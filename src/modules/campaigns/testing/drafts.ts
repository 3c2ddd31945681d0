import type { DraftContent } from "../contract/draft-content.ts";
import type { DraftRow } from "../contract/drafts.calls.ts";
import type { TestApp } from "./test-app.ts";

/** A draft's content with a name and one platform. */
export const draftContent = (name = "تمور العجوة"): DraftContent => ({
  campaign: { name, objective: "sales", daily_budget_halalas: null },
  ad_groups: [{ key: "group-1", ads: [{ key: "ad-1", headline: "عجوة المدينة " }] }],
  platform: "snapchat",
  platforms: {
    snapchat: {
      own: { ad_account_id: "acc_1", budget_share: 10_000 },
      differs: { campaign: {}, ad_groups: {}, ads: {} },
    },
  },
});

export const draftBody = (name?: string) => ({
  content: draftContent(name),
  step: "goal",
  device: "device-of-noura",
});

/** A stored draft of mer_1, or of another merchant. */
export async function aDraft(
  testApp: TestApp,
  { as = "mer_1", name, plan_id = null }: { as?: string; name?: string; plan_id?: string | null } = {},
): Promise<DraftRow> {
  const answer = await testApp.act("POST Clients/Drafts/create", { ...draftBody(name), plan_id }, as);
  if (answer.status !== 200) throw new Error(answer.envelope.messages[0]);
  return answer.data;
}
