import { recordAudit } from "#base/server/audit.ts";
import type { Context } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { findAnswer, findVersion } from "./answers.store.ts";
import type { AssistantsDeps } from "./assistants.deps.ts";

/** A campaign's draft whose ad has the version's texts. What the ad law says of them is asked when the campaign starts. */
export const useInDraft =
  ({ campaigns, stores }: Pick<AssistantsDeps, "campaigns" | "stores">) =>
  async (ctx: Context, { versionId }: { versionId: string }): Promise<{ draft_id: string }> => {
    const version = await findVersion(ctx, versionId);
    const answer = version && (await findAnswer(ctx, version.answer_id));
    if (!version || !answer) return baseRefusals.refuse("base.not_found");
    const product = answer.product_id === null ? null : await findProduct({ stores }, ctx, answer.product_id);
    const { id } = await campaigns.createWrittenDraft(ctx, {
      headline: version.headline,
      text: version.body,
      product,
    });
    await recordAudit(ctx, {
      module: "assistants",
      action: "writer_version.used",
      subject: version.id,
      after: { draft_id: id },
    });
    return { draft_id: id };
  };

async function findProduct({ stores }: Pick<AssistantsDeps, "stores">, ctx: Context, productId: string) {
  const { product, store } = await stores.loadSellingFacts(ctx, { productId });
  return { id: product.id, name: product.name, url: product.url, store_id: store.id, store_name: store.name };
}
