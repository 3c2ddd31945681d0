import type { ReadContext } from "#base/server/context.ts";
import { designerRefusals } from "../contract/designer.refusals.ts";
import { findPhrase } from "../domain/find-phrase.ts";
import { findBrandKit } from "./brand-kits.store.ts";

/** Refuses texts with a phrase that the brand never writes, and names it. */
export async function refusePhrases(
  ctx: ReadContext,
  texts: readonly string[],
  field: string,
): Promise<void> {
  const kit = await findBrandKit(ctx);
  const phrase = findPhrase(kit?.phrases ?? [], texts);
  if (phrase !== undefined) designerRefusals.refuse("designer.phrase_refused", { phrase }, field);
}
