import type { Context } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import type { Body } from "#base/shared/contract.ts";
import { loadGazetteer } from "#base/shared/places/gazetteer.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { assistantsRefusals } from "../contract/assistants.refusals.ts";
import type { PlannerCalls } from "../contract/planner.calls.ts";
import { countWords } from "../domain/count-words.ts";
import { composeVersions } from "../domain/engine/compose.ts";
import { toWritingFacts } from "../domain/engine/writing-facts.ts";
import { readDescription } from "../domain/planner/read-description.ts";
import { addDayWords } from "./answers.store.ts";
import type { AssistantsDeps } from "./assistants.deps.ts";
import { reserveWords } from "./begin-answer.ts";

type Input = Body<PlannerCalls["POST Clients/CampaignPlanner/drafts"]>;
const dayMs = 86_400_000;

/**
 * A draft from a description: audience, places, budget and length as its words say, and an ad for each text of the built-in
 * engine. The description only chooses among these; no address in it is read. The texts' words are paid with the draft, in
 * one transaction.
 */
export const planCampaign =
  (deps: AssistantsDeps) =>
  async (ctx: Context, { description, tongue, seed, ...input }: Input) => {
    const records = await deps.stores.loadSellingFacts(ctx, { productId: input.product_id });
    const accounts = await findAccounts(deps, ctx, input.platforms);
    const { gender, cities, dailyBudgetHalalas, days } = readDescription(description);
    const { places } = await loadGazetteer();
    const named = cities.flatMap(
      (key) => places.find((place) => place.kind === "city" && place.key === key) ?? [],
    );
    const facts = toWritingFacts(records);
    // A lowered price would need a discount licence: the texts say the price alone.
    const product = facts.product && { ...facts.product, wasHalalas: null };
    const texts = composeVersions({
      category: "ad_text",
      tone: "warm",
      length: "short",
      season: null,
      prompt: "",
      tongue,
      seed,
      facts: { ...facts, product },
    }).map(({ headline, body }) => ({ headline, text: body }));
    const words = await payWords(deps, ctx, { texts, name: records.product.name });
    const { id, name, url } = records.product;
    const { store } = records;
    const daily_budget_halalas = input.daily_budget_halalas ?? dailyBudgetHalalas;
    const draft = await deps.campaigns.createDescribedDraft(ctx, {
      product: { id, name, url, store_id: store.id, store_name: store.name },
      accounts,
      gender,
      locations: named.map(({ key, names, latitude, longitude, radiusMetres }) => ({
        city: key,
        names,
        excluded: false,
        latitude,
        longitude,
        radius_metres: radiusMetres,
      })),
      dailyBudgetHalalas: daily_budget_halalas,
      startsAt: null,
      endsAt: days === null ? null : new Date(ctx.now.getTime() + days * dayMs),
      texts,
    });
    return {
      draft_id: draft.id,
      understood: { gender, cities: named.map(({ names }) => names), daily_budget_halalas, days },
      ads: Math.max(1, texts.length),
      words,
      mended: draft.mended.length,
      left: draft.left.map(({ platform, field }) => ({ platform, field })),
    };
  };

/** The account of each platform that was linked last. */
async function findAccounts(
  { adAccounts }: Pick<AssistantsDeps, "adAccounts">,
  ctx: Context,
  platforms: Input["platforms"],
) {
  const linked = (await adAccounts.listLinkedAdAccounts(ctx)).filter(({ status }) => status === "linked");
  return [...new Set(platforms)].map(
    (platform) =>
      linked.find((account) => account.platform === platform) ??
      assistantsRefusals.refuse("assistants.platform_not_linked", { platform }, "platforms"),
  );
}

type Written = { texts: readonly { headline: string; text: string }[]; name: string };

/** Counts and pays the texts' words; a draft that is refused afterwards takes this back with it. */
async function payWords(deps: AssistantsDeps, ctx: Context, { texts, name }: Written): Promise<number> {
  const words = texts.reduce((sum, { headline, text }) => sum + countWords(headline) + countWords(text), 0);
  if (words === 0) return 0;
  const reservation = await reserveWords(deps, ctx, { key: `planner:${newId("pln")}`, words, name });
  await deps.billing.settle(ctx, { reservation, units: words });
  const day = toRiyadhDay(deps.systemClock.now());
  if ((await addDayWords(ctx, { day, words })) > deps.wordsPerDay)
    assistantsRefusals.refuse("assistants.daily_words_used_up", { max: deps.wordsPerDay });
  return words;
}
