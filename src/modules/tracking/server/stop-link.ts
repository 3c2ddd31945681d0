import { recordAudit } from "#base/server/audit.ts";
import { type ReadContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { LinkAnswer } from "../contract/tracking.calls.ts";
import { trackingRefusals } from "../contract/tracking.refusals.ts";
import { linkChannel } from "./link-cache.ts";
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
    const link = await tx.maybeOne<{ stopped_at: Date | null }>(sql`
      select stopped_at from tracking.links where id = ${linkId} and merchant_id = ${actor.merchantId} for update`);
    if (!link) return trackingRefusals.refuse("tracking.link_not_found");
    if ((link.stopped_at === null) !== (stoppedAt === null)) {
      const name = stoppedAt ? "tracking.link_stopped" : "tracking.link_resumed";
      await tx.run(sql`
        update tracking.links set stopped_at = ${stoppedAt} where id = ${linkId} and merchant_id = ${actor.merchantId}`);
      await tx.run(sql`select pg_notify(${linkChannel}, ${linkId})`);
      await tx.publish({ name, merchant_id: actor.merchantId, link_id: linkId });
      const before = { stopped_at: link.stopped_at };
      const after = { stopped_at: stoppedAt };
      await recordAudit(ctx, { module: "tracking", action: name, subject: linkId, before, after });
    }
    return loadLink(deps)(ctx, { linkId });
  });
}
