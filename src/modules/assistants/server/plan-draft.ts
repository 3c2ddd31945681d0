import type { Context, ReadContext } from "#base/server/context.ts";
import { loadGazetteer } from "#base/shared/places/gazetteer.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { formatNational, parseSaudiMobile } from "#modules/merchants/contract/mobile-number.ts";
import { assistantsRefusals } from "../contract/assistants.refusals.ts";
import type { PlanChoices, PlanResult } from "../contract/plan-shapes.ts";
import { wantsDiscount } from "../domain/engine/read-prompt.ts";
import { computeExpected } from "../domain/planner/expected-range.ts";
import type { PlanFacts } from "../domain/planner/plan-facts.ts";
import type { AssistantsDeps } from "./assistants.deps.ts";
import type { PlanInput, PlanPicture, PlanSubject } from "./plans.store.ts";

const dayMs = 86_400_000;

type Plan = {
  choices: PlanChoices;
  texts: PlanResult["texts"];
  subject: PlanSubject;
  facts: PlanFacts;
  pictures: readonly PlanPicture[];
  input: Pick<PlanInput, "description" | "phone" | "tongue">;
  /** The draft as the plan wrote it last. */
  replaces: { id: string; revision: number } | null;
};

/** Writes a plan's draft, and returns the plan with what its draft's checks say. */
export async function savePlanDraft(
  deps: Pick<AssistantsDeps, "adAccounts" | "campaigns">,
  ctx: Context,
  { choices, texts, subject, facts, pictures, input, replaces }: Plan,
): Promise<{ result: PlanResult; draftRevision: number }> {
  const { audience, places, budget, split } = choices;
  const accounts = await findAccounts(
    deps,
    ctx,
    split.parts.map(({ platform }) => platform),
  );
  const draft = await deps.campaigns.saveDescribedDraft(ctx, {
    replaces,
    product: subject.product,
    accounts: accounts.map((account) => ({
      ...account,
      share: split.parts.find(({ platform }) => platform === account.platform)?.share,
    })),
    gender: audience.gender,
    locations: await toLocations(places.cities.map(({ key }) => key)),
    dailyBudgetHalalas: budget.daily_halalas,
    startsAt: null,
    endsAt: budget.days === null ? null : new Date(ctx.now.getTime() + budget.days * dayMs),
    texts,
    endings: toEndings(input),
    pictures,
  });
  const daily_halalas = draft.dailyBudgetHalalas;
  return {
    draftRevision: draft.revision,
    result: {
      draft_id: draft.id,
      choices: { ...choices, budget: { ...budget, daily_halalas } },
      expected: computeExpected(
        { parts: split.parts, dailyHalalas: daily_halalas ?? 0, days: budget.days },
        facts,
      ),
      texts,
      discount_left_out: wantsDiscount(input.description),
      mended: draft.mended.length,
      left: draft.left.map(({ platform, field }) => ({ platform, field })),
    },
  };
}

/** The account of each platform that was linked last. */
export async function findAccounts(
  { adAccounts }: Pick<AssistantsDeps, "adAccounts">,
  ctx: ReadContext,
  platforms: readonly Platform[],
) {
  const linked = (await adAccounts.listLinkedAdAccounts(ctx)).filter(({ status }) => status === "linked");
  return [...new Set(platforms)].map(
    (platform) =>
      linked.find((account) => account.platform === platform) ??
      assistantsRefusals.refuse("assistants.platform_not_linked", { platform }, "platforms"),
  );
}

/** The number to order by stands in Meta's texts alone: others ask for ads without numbers in their texts. */
function toEndings({ phone, tongue }: Pick<PlanInput, "phone" | "tongue">) {
  const mobile = phone ? parseSaudiMobile(phone) : null;
  if (mobile === null) return {};
  return { meta: `${tongue === "english" ? "To order:" : "للطلب:"} ${formatNational(mobile)}` };
}

/** The cities as ad groups name them, with their centre and radius. */
async function toLocations(keys: readonly string[]) {
  const { places } = await loadGazetteer();
  return keys
    .flatMap((key) => places.find((place) => place.kind === "city" && place.key === key) ?? [])
    .map(({ key, names, latitude, longitude, radiusMetres }) => ({
      city: key,
      names,
      excluded: false,
      latitude,
      longitude,
      radius_metres: radiusMetres,
    }));
}
