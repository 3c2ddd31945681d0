import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { DesignChange } from "../contract/design-changes.ts";
import { designerRefusals } from "../contract/designer.refusals.ts";
import type { FontFamily, Layout } from "../contract/designer-enums.ts";
import { applyChanges, applyToChoices, type Brand } from "../domain/chat/apply-changes.ts";
import { readChanges } from "../domain/chat/read-changes.ts";
import { toColors } from "./brand-kit.ts";
import { findBrandKit } from "./brand-kits.store.ts";
import { insertChange, lockChange, markUndone } from "./changes.store.ts";
import type { DesignerDeps } from "./designer.deps.ts";
import {
  type DesignRecord,
  findRequest,
  listDesignsByRequest,
  replaceSizes,
  updateChoices,
} from "./designs.store.ts";
import { refusePhrases } from "./refuse-phrases.ts";

type Deps = Pick<DesignerDeps, "systemClock">;
type Changed = { change_id: string | null; understood: DesignChange[]; rows: DesignRecord[] };

/**
 * Changes every design of a request as the sentence says. What is not understood changes nothing. Refuses a phrase of the brand
 * kit, and a design that somebody else changes at this moment: then none is changed.
 */
export const changeBySentence =
  ({ systemClock }: Deps) =>
  (ctx: ReadContext, { requestId, sentence }: { requestId: string; sentence: string }): Promise<Changed> =>
    transact(ctx, async (ctx) => {
      const request = await findRequest(ctx, requestId);
      if (!request) return baseRefusals.refuse("base.not_found");
      const understood = readChanges(sentence);
      const texts = understood.flatMap((change) => (change.kind === "text" ? [change.text] : []));
      await refusePhrases(ctx, texts, "sentence");
      const designs = await listDesignsByRequest(ctx, requestId);
      if (understood.length === 0) return { change_id: null, understood, rows: [] };
      const { style, season } = request;
      const choices = { style, season };
      const brand = await loadBrand(ctx, request.logo_key !== null);
      const at = systemClock.now();
      for (const row of designs) {
        const design = { ...row, layout: row.layout as Layout, language: row.language as "ar" | "en" };
        const { sizes, placements } = applyChanges(design, understood, { choices, brand });
        if (!(await replaceSizes(ctx, { id: row.id, version: row.version, sizes, placements, at })))
          designerRefusals.refuse("designer.changed_elsewhere");
      }
      await updateChoices(ctx, { id: requestId, ...applyToChoices(choices, understood) });
      const id = newId("dch");
      const before = {
        choices,
        designs: designs.map(({ id, sizes, placements, version }) => ({
          id,
          sizes,
          placements,
          version: version + 1,
        })),
      };
      await insertChange(ctx, { id, requestId, before, at });
      await ctx.tx.publish({ name: "designer.designs_changed", merchant_id: ctx.actor.merchantId });
      return { change_id: id, understood, rows: await listDesignsByRequest(ctx, requestId) };
    });

/** The brand's colours and font, where the designs carry its logo: designs without a brand keep without. */
async function loadBrand(ctx: Context, hasBrand: boolean): Promise<Brand> {
  const kit = hasBrand ? await findBrandKit(ctx) : undefined;
  return { colors: toColors(kit), font: (kit?.font ?? null) as FontFamily | null };
}

/** Gives designs back what they were. One that was changed since stays; refuses where all were. */
export const undoChange =
  ({ systemClock }: Deps) =>
  (ctx: ReadContext, { id }: { id: string }): Promise<DesignRecord[]> =>
    transact(ctx, async (ctx) => {
      const change = await lockChange(ctx, id);
      if (!change) return baseRefusals.refuse("base.not_found");
      const at = systemClock.now();
      if (change.undone_at === null) {
        let undone = 0;
        for (const design of change.before.designs)
          if (await replaceSizes(ctx, { ...design, at })) undone += 1;
        if (undone === 0) designerRefusals.refuse("designer.changed_elsewhere");
        await updateChoices(ctx, { id: change.request_id, ...change.before.choices });
        await markUndone(ctx, { id, at });
        await ctx.tx.publish({ name: "designer.designs_changed", merchant_id: ctx.actor.merchantId });
      }
      return listDesignsByRequest(ctx, change.request_id);
    });
