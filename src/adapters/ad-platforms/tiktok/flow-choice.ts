import type { Clock } from "#base/server/clock.ts";
import type { AdAccountContext } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { isPermissionMissing, rejected, TikTokFault } from "./faults.ts";
import type { Flow } from "./flows.ts";

/** Whose campaigns Smart+ creates first from a day on: `sales` alone, as makers of tools read TikTok, or all. */
export type SmartPlusStart = { from: Date; objectives: "all" | "sales" };

const isRetired = (objective: string, { objectives }: SmartPlusStart): boolean =>
  objectives === "all" || objective === "WEB_CONVERSIONS";
/** The feature is only for allowlisted ad accounts; the code is unconfirmed, so the message is checked too. */
const isNotAllowlisted = ({ code, reason }: TikTokFault): boolean =>
  code === 40118 || /allow-? ?list|whitelist/i.test(reason);

export type FlowChoice = ReturnType<typeof makeFlowChoice>;

/**
 * Chooses the flow that creates a campaign: the manual one until a day for the objectives that leave it, then Smart+; and the other flow if TikTok has closed the first one to this ad account, before or after that date.
 */
export function makeFlowChoice(worldClock: Clock, start: SmartPlusStart) {
  /** Ad accounts and objectives that the manual flow refused; after a restart one refusal records them again. */
  const closedToManual = new Set<string>();
  return {
    /**
     * Returns what `create` created in the first open flow. Rethrows its faults, except that the flow itself is closed.
     */
    async createInOpenFlow<Created>(
      { adAccountId }: AdAccountContext,
      objective: string,
      create: (flow: Flow) => Promise<Created>,
    ): Promise<Created> {
      const isPast = worldClock.now() >= start.from && isRetired(objective, start);
      const key = `${adAccountId}/${objective}`;
      const isSmartPlusFirst = isPast || closedToManual.has(key);
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
 * Whether TikTok refused the flow itself and not the request, so nothing was created. No page gives the code for the
 * end of the manual flow, only that Smart+ replaces it: the message decides.
 */
export function isFlowClosed(flow: Flow, error: unknown): boolean {
  if (!(error instanceof TikTokFault) || error.kind !== "rejected") return false;
  if (flow === "smart_plus") return isNotAllowlisted(error) || isPermissionMissing(error);
  return /smart ?(\+|plus)/i.test(error.reason);
}

/**
 * Existing objects can still be changed in the manual flow when it accepts no new ones: the message tells the merchant
 * to create a new campaign.
 */
export function rethrowFlowFault(flow: Flow) {
  return (error: unknown): never => {
    if (flow === "manual" && isFlowClosed(flow, error))
      throw rejected(formatReason(error), "ad_accounts:manual_flow_closed");
    throw error;
  };
}
