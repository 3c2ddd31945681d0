import { recordAudit } from "#base/server/audit.ts";
import type { Context } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { checkAdLaw, findLicenceProblem, type Licence } from "#modules/campaigns/contract/ad-law.ts";
import { assistantsRefusals } from "../contract/assistants.refusals.ts";
import { findAnswer, findVersion, type VersionRecord } from "./answers.store.ts";
import type { AssistantsDeps } from "./assistants.deps.ts";

type Input = { versionId: string; licences: readonly Licence[]; acceptedRules: readonly string[] };

/**
 * A campaign's draft whose ad has the version's texts. Words that the ad law allows with a licence alone need one that is
 * valid today; those that it advises against need the merchant's decision. Both are kept in the audit log.
 */
export const useInDraft =
  ({ campaigns, stores }: Pick<AssistantsDeps, "campaigns" | "stores">) =>
  async (ctx: Context, { versionId, licences, acceptedRules }: Input): Promise<{ draft_id: string }> => {
    const version = await findVersion(ctx, versionId);
    const answer = version && (await findAnswer(ctx, version.answer_id));
    if (!version || !answer) return baseRefusals.refuse("base.not_found");
    const rules = refuseUnlawful(version, { licences, acceptedRules, today: toRiyadhDay(ctx.now) });
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
      after: { draft_id: id, rules, licences },
    });
    return { draft_id: id };
  };

type Answered = Omit<Input, "versionId"> & { today: string };

/** Returns the rules that the text touches. */
function refuseUnlawful(
  { headline, body }: VersionRecord,
  { licences, acceptedRules, today }: Answered,
): string[] {
  const findings = checkAdLaw(`${headline}\n${body}`);
  for (const { rule, licence: kind, words } of findings) {
    const [word = ""] = words;
    if (kind) {
      const licence = licences.find((one) => one.kind === kind);
      if (!licence) assistantsRefusals.refuse("assistants.licence_missing", { word }, "licences");
      else if (findLicenceProblem(licence, today))
        assistantsRefusals.refuse("assistants.licence_not_valid", { number: licence.number }, "licences");
    } else if (!acceptedRules.includes(rule))
      assistantsRefusals.refuse("assistants.claim_not_accepted", { word }, "accepted_rules");
  }
  return findings.map(({ rule }) => rule);
}

async function findProduct({ stores }: Pick<AssistantsDeps, "stores">, ctx: Context, productId: string) {
  const { product, store } = await stores.loadSellingFacts(ctx, { productId });
  return { id: product.id, name: product.name, url: product.url, store_id: store.id, store_name: store.name };
}
