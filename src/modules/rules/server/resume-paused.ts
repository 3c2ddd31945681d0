import { recordAudit } from "#base/server/audit.ts";
import { type ReadContext, transact } from "#base/server/context.ts";
import { Refusal } from "#base/shared/refusals.ts";
import { hasLaterAct, listDueResumes, lockAct, saveResume } from "./acts.store.ts";
import type { RulesDeps } from "./deps.ts";

type Deps = Pick<RulesDeps, "campaigns">;

const hourMs = 3_600_000;
/** What the wallet refuses is tried again each hour until two days after the pause. */
const triedMs = 48 * hourMs;

/**
 * Runs campaigns again that rules paused until today, each once and in a transaction of its own. One that a merchant or
 * another rule has changed since is left as it is.
 */
export const resumePaused =
  (deps: Deps) =>
  async (ctx: ReadContext): Promise<void> => {
    for (const { id } of await listDueResumes(ctx)) await resume(deps)(ctx, id);
  };

const resume =
  ({ campaigns }: Deps) =>
  async (ctx: ReadContext, id: string): Promise<void> => {
    try {
      await transact(ctx, async (ctx) => {
        const act = await lockAct(ctx, id);
        if (!act?.resume_at || act.resume_at > ctx.now) return;
        await saveResume(ctx, { id, resumeAt: null });
        if (await hasLaterAct(ctx, act)) return;
        await campaigns.relaunchAfterRule(
          { ...ctx, actor: { ...ctx.actor, by: { kind: "rule", id: act.rule_id } } },
          { campaignId: act.campaign_id },
        );
        await recordAudit(ctx, {
          module: "rules",
          action: "rule.campaign_resumed",
          subject: act.rule_id,
          after: { act: id },
        });
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await transact(ctx, async (ctx) => {
        const act = await lockAct(ctx, id);
        if (!act) return;
        const next = new Date(ctx.now.getTime() + hourMs);
        const isOver =
          error.code === "campaigns.changed_since" || next.getTime() - act.acted_at.getTime() > triedMs;
        await saveResume(ctx, { id, resumeAt: isOver ? null : next });
      });
    }
  };
