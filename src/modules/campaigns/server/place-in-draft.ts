import type { Context } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { preparedBy } from "../contract/enums.ts";
import { type Picture, placePictures } from "../domain/place-pictures.ts";
import { toPlanDraft } from "../domain/read-draft.ts";
import { toWrittenDraft, type WrittenDraftInput } from "../domain/written-draft.ts";
import { findDraft } from "./drafts.store.ts";
import { createDraft, saveDraft } from "./save-draft.ts";

export type PlaceInDraftInput = {
  /** Null: a new plan's draft, which `written` begins. */
  draftId: string | null;
  /** Null: the draft's first ad. */
  adKey: string | null;
  pictures: readonly Picture[];
  written: WrittenDraftInput;
};

/** An ad of a draft with the pictures that fit its platforms. Another merchant's draft, or a deleted ad, is not found. */
export async function placeInDraft(
  ctx: Context,
  { draftId, adKey, pictures, written }: PlaceInDraftInput,
): Promise<{ id: string; without: Platform[] }> {
  const row = draftId === null ? null : await findDraft(ctx, draftId);
  if (row === undefined) return baseRefusals.refuse("base.not_found");
  const before = row ? toPlanDraft(row.content) : toWrittenDraft(written);
  const keys = before.ad_groups.flatMap(({ ads }) => ads.map(({ key }) => key));
  const key = adKey ?? keys[0];
  if (key === undefined || !keys.includes(key)) return baseRefusals.refuse("base.not_found", {}, "ad_key");
  const { draft: content, without } = placePictures(before, key, pictures);
  const { id } = row
    ? await saveDraft(ctx, {
        id: row.id,
        revision: row.revision,
        content,
        step: row.step,
        device: preparedBy,
      })
    : await createDraft(ctx, { plan_id: null, content, step: "goal", device: preparedBy });
  return { id, without };
}
