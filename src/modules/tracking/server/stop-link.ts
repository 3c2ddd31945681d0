import { recordAudit } from "#base/server/audit.ts";
import { type ReadContext, transact } from "#base/server/context.ts";
import type { LinkDetails } from "../contract/link-shapes.ts";
import { trackingRefusals } from "../contract/tracking.refusals.ts";
import { ensureDestination } from "./destinations.store.ts";
import { lockLink, notifyLinkChanged, saveStoppedAt } from "./links.store.ts";
import { loadLink } from "./list-links.ts";
import type { PresentDeps } from "./present-link.ts";

type Input = { linkId: string };

/** Stops a link; every server is notified at once. Repeating the call changes nothing. */
export const stopLink =
  (deps: PresentDeps) =>
  (ctx: ReadContext, { linkId }: Input): Promise<LinkDetails> =>
    setStoppedAt(deps, ctx, { linkId, stoppedAt: ctx.now });

/** Puts a stopped link to use again; the same holds. Refuses one that our staff blocked. */
export const resumeLink =
  (deps: PresentDeps) =>
  (ctx: ReadContext, { linkId }: Input): Promise<LinkDetails> =>
    setStoppedAt(deps, ctx, { linkId, stoppedAt: null });

function setStoppedAt(
  deps: PresentDeps,
  ctx: ReadContext,
  { linkId, stoppedAt }: Input & { stoppedAt: Date | null },
): Promise<LinkDetails> {
  return transact(ctx, async (ctx) => {
    const { tx, actor } = ctx;
    const link = await lockLink(ctx, linkId);
    if (stoppedAt === null && link.blocked_at !== null) trackingRefusals.refuse("tracking.link_blocked");
    if ((link.stopped_at === null) !== (stoppedAt === null)) {
      const name = stoppedAt ? "tracking.link_stopped" : "tracking.link_resumed";
      await saveStoppedAt(ctx, { linkId, stoppedAt });
      if (stoppedAt === null) await ensureDestination(ctx, link.destination);
      await notifyLinkChanged(ctx, linkId);
      await tx.publish({ name, merchant_id: actor.merchantId, link_id: linkId });
      const before = { stopped_at: link.stopped_at };
      const after = { stopped_at: stoppedAt };
      await recordAudit(ctx, { module: "tracking", action: name, subject: linkId, before, after });
    }
    return loadLink(deps)(ctx, { linkId });
  });
}
