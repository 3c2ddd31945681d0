import type { Clock } from "#base/server/clock.ts";
import type { ReadContext } from "#base/server/context.ts";
import { type AudienceDeps, loadAudience } from "../load-audience.ts";

type Load = ReturnType<typeof loadAudience>;
type Answer = ReturnType<Load>;

/** The specification's cache time, and the answers that are kept. */
const cacheMs = 600_000;
const answersMax = 2_000;

/**
 * Who saw a campaign, asked of its platform once in ten minutes however often the tab is opened. Kept in this process: it
 * is nothing but a copy of what the platform says. A failure is not kept.
 */
export function cacheAudience(deps: AudienceDeps & { systemClock: Clock }): Load {
  const load = loadAudience(deps);
  const kept = new Map<string, { answer: Answer; until: number }>();
  return (ctx: ReadContext, input) => {
    const key = [ctx.actor.merchantId, input.campaignId, input.by, input.from, input.to].join(" ");
    const now = deps.systemClock.now().getTime();
    const known = kept.get(key);
    if (known && known.until > now) return known.answer;
    const answer = load(ctx, input);
    kept.delete(key);
    kept.set(key, { answer, until: now + cacheMs });
    answer.catch(() => kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size > answersMax && oldest !== undefined) kept.delete(oldest);
    return answer;
  };
}
