import type { Clock } from "#base/server/clock.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { assistantsRefusals } from "../contract/assistants.refusals.ts";
import type { Version } from "../contract/writer-shapes.ts";
import type { Draft } from "../domain/engine/draft.ts";
import {
  deleteAnswer,
  findAnswer,
  setFavourite,
  updateVersion,
  type VersionRecord,
} from "./answers.store.ts";
import { presentVersion } from "./present-answer.ts";

/** Saves the merchant's own wording; an empty version is refused. */
export const editVersion =
  ({ systemClock }: { systemClock: Clock }) =>
  (ctx: ReadContext, { id, headline, body }: Draft & { id: string }): Promise<Version> => {
    if (headline === "" && body === "")
      return assistantsRefusals.refuse("assistants.version_empty", {}, "body");
    return change(ctx, (ctx) => updateVersion(ctx, { id, headline, body, edited_at: systemClock.now() }));
  };

export const keepFavourite = (
  ctx: ReadContext,
  input: { id: string; isFavourite: boolean },
): Promise<Version> => change(ctx, (ctx) => setFavourite(ctx, input));

/** One that is being written is not found: it is deleted once it ended. */
export const removeAnswer = (ctx: ReadContext, { id }: { id: string }): Promise<Record<string, never>> =>
  transact(ctx, async (ctx) => {
    if (!(await findAnswer(ctx, id)) || (await deleteAnswer(ctx, id)) === 0)
      baseRefusals.refuse("base.not_found");
    await tell(ctx);
    return {};
  });

const change = (
  ctx: ReadContext,
  work: (ctx: Context) => Promise<VersionRecord | undefined>,
): Promise<Version> =>
  transact(ctx, async (ctx) => {
    const row = await work(ctx);
    if (!row) return baseRefusals.refuse("base.not_found");
    await tell(ctx);
    return presentVersion(row);
  });

const tell = (ctx: Context) =>
  ctx.tx.publish({ name: "assistants.answers_changed", merchant_id: ctx.actor.merchantId });
