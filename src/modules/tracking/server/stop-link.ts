import { recordAudit } from "#base/server/audit.ts";
import { type ReadContext, transact } from "#base/server/context.ts";
import type { LinkAnswer } from "../contract/tracking.calls.ts";
import { lockLink, notifyLinkChanged, saveStoppedAt } from "./links.store.ts";
import { loadLink } from "./list-links.ts";

type Deps = { publicUrl: string };
type Input = { linkId: string };

/** Stops a link; every server is notified at once. Repeating the call changes nothing. */
export const stopLink =
  (deps: Deps) =>
  (ctx: ReadContext, { linkId }: Input): Promise<LinkAnswer> =>
    setStoppedAt(deps, ctx, { linkId, stoppedAt: ctx.now });

/** Puts a stopped link to use again; the same holds. */
export const resumeLink =
  (deps: Deps) =>
  (ctx: ReadContext, { linkId }: Input): Promise<LinkAnswer> =>
    setStoppedAt(deps, ctx, { linkId, stoppedAt: null });

function setStoppedAt(
  deps: Deps,
  ctx: ReadContext,
  { linkId, stoppedAt }: Input & { stoppedAt: Date | null },
): Promise<LinkAnswer> {
  return transact(ctx, async (ctx) => {
    const { tx, actor } = ctx;
    const link = await lockLink(ctx, linkId);
    if ((link.stopped_at === null) !== (stoppedAt === null)) {
      const name = stoppedAt ? "tracking.link_stopped" : "tracking.link_resumed";
      await saveStoppedAt(ctx, { linkId, stoppedAt });
      await notifyLinkChanged(ctx, linkId);
      await tx.publish({ name, merchant_id: actor.merchantId, link_id: linkId });
      const before = { stopped_at: link.stopped_at };
      const after = { stopped_at: stoppedAt };
      await recordAudit(ctx, { module: "tracking", action: name, subject: linkId, before, after });
    }
    return loadLink(deps)(ctx, { linkId });
  });
}
