import { z } from "zod";
import { halalasSchema, riyadhDay } from "#base/shared/contract.ts";
import { defineEvents, type EventsOf } from "#base/shared/events.ts";
import { statusReasons } from "./enums.ts";

const campaign = z.object({ campaign_id: z.string() });
/** `reason`: who stopped it. */
const stopped = campaign.extend({ reason: z.enum(statusReasons) });

export const campaignsEvents = defineEvents({
  /** It was saved, with its ad groups and ads. Nothing is on the platform yet. */
  "campaign.created": campaign,
  /** Its fields, its ad groups or its ads changed, or the merchant decided about a difference on the platform. */
  "campaign.edited": campaign,
  /** The merchant started it for the first time, with its ad groups and ads. */
  "campaign.started": campaign,
  /** It runs again after a pause. */
  "campaign.relaunched": campaign,
  /** It stopped and can run again. Deleting a running one publishes this first. */
  "campaign.paused": stopped,
  /** It ended for good and is kept. */
  "campaign.archived": stopped,
  /** It was deleted; its figures remain. */
  "campaign.deleted": stopped,
  /** The platform has confirmed everything the merchant wants. */
  "campaign.synced": campaign,
  /** The platform refused a part of it, or something was changed on the platform itself. */
  "campaign.sync_failed": campaign,
  /** Access to its ad account is lost; nothing is sent before the account is linked again. */
  "campaign.disconnected": campaign,
  /** A poll found another status, budget or review on the platform. */
  "campaign.snapshot_applied": campaign,
  /** A season budget could not be set on its day, or ended by itself. */
  "campaign.season_budget_changed": campaign,
  /** A licence for ads ends soon, and no other of its kind follows it. `ends_on`: its last Riyadh day. */
  "campaign.licence_ends_soon": z.object({ licence_id: z.string(), ends_on: riyadhDay }),
  /** A daily budget set on the platform itself (here in halalas) could not be covered, so ours is sent again. */
  "campaign.budget_reverted": campaign.extend({ daily_budget_halalas: halalasSchema }),
});

declare module "#base/shared/events.ts" {
  interface EventRegistry extends EventsOf<typeof campaignsEvents> {}
}
