import type { Clock } from "#base/server/clock.ts";
import type { AdAccountContext } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { isPermissionMissing, rejected, TikTokFault } from "./faults.ts";
import type { Flow } from "./flows.ts";

/** Of the objectives we use, those that the manual flow stops taking. */
const retiringObjectives: readonly string[] = ["WEB_CONVERSIONS"];
/** The feature is only for ad accounts that TikTok has let in; the code is unconfirmed, so words count too. */
const isNotAllowlisted = ({ code, reason }: TikTokFault): boolean =>
  code === 40118 || /allow-? ?list|whitelist/i.test(reason);

export type FlowChoice = ReturnType<typeof makeFlowChoice>;

/**
 * Which flow makes a campaign: the manual one until `smartPlusFrom` for the objectives that leave it, Smart+ from then on,
 * and the other one where TikTok has closed the first to this ad account, earlier or later than that day.
 */
export function makeFlowChoice(worldClock: Clock, smartPlusFrom: Date) {
  /** Ad accounts with an objective that the manual flow refused them; learnt anew by one refusal after a restart. */
  const closedToManual = new Set<string>();
  return {
    /** What `create` made in the first flow that is open. Throws what it throws, unless the flow itself is closed. */
    async createInOpenFlow<Created>(
      { adAccountId }: AdAccountContext,
      objective: string,
      create: (flow: Flow) => Promise<Created>,
    ): Promise<Created> {
      const isRetired = retiringObjectives.includes(objective) && worldClock.now() >= smartPlusFrom;
      const key = `${adAccountId}/${objective}`;
      const isSmartPlusFirst = isRetired || closedToManual.has(key);
      const [first, second]: [Flow, Flow] = isSmartPlusFirst
        ? ["smart_plus", "manual"]
        : ["manual", "smart_plus"];
      try {
        return await create(first);
      } catch (error) {
        if (!isFlowClosed(first, error)) throw error;
        if (first === "manual") closedToManual.add(key);
        return await create(second).catch((next: unknown) => {
          throw isFlowClosed(second, next)
            ? rejected(`${formatReason(error)}; ${formatReason(next)}`, "ad_accounts:smart_plus_not_open")
            : next;
        });
      }
    },
  };
}

const formatReason = (error: unknown): string =>
  error instanceof TikTokFault ? error.reason : String(error);

/**
 * TikTok refused the flow and not what was asked in it, so nothing was made. No page names the code of the manual flow's end,
 * only that its successor is Smart+: its words decide.
 */
export function isFlowClosed(flow: Flow, error: unknown): boolean {
  if (!(error instanceof TikTokFault) || error.kind !== "rejected") return false;
  if (flow === "smart_plus") return isNotAllowlisted(error) || isPermissionMissing(error);
  return /smart ?(\+|plus)/i.test(error.reason);
}

/** What stands can be changed in the manual flow when nothing new is taken there: the merchant is told to begin anew. */
export function rethrowFlowFault(flow: Flow) {
  return (error: unknown): never => {
    if (flow === "manual" && isFlowClosed(flow, error))
      throw rejected(formatReason(error), "ad_accounts:manual_flow_closed");
    throw error;
  };
}
