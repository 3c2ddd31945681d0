import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { Halalas } from "#base/shared/money.ts";
import type {
  BoundAdPlatform,
  CampaignOrder,
  Level,
  PlatformState,
} from "#modules/ad-accounts/server/ad-platform.port.ts";

export type Thing = {
  level: Level;
  reference: string;
  platformId: string;
  parent: string | null;
  status: "active" | "paused" | "deleted";
  order: unknown;
};

/** What becomes of the next call that writes. `late`: no answer, and it acts only after `lateMs`. */
export type Mishap =
  | "none"
  | "acts_without_answer"
  | "lost"
  | "late"
  | "busy"
  | "down"
  | "refused"
  | "no_permission"
  /** It was refused a permission that has been renewed since. */
  | "old_permission"
  | "killed_before"
  | "killed_after";

class Killed extends Error {}

type Options = { now(): Date; lateMs?: number; onKill?: () => void; onPermissionGone?: () => void };
export type FakePlatform = ReturnType<typeof makeFakePlatform>;

/** A platform that makes a new thing at every create, without looking: whoever repeats a create blindly shows it here. */
export function makeFakePlatform({
  now,
  lateMs = 25_000,
  onKill = () => {},
  onPermissionGone = () => {},
}: Options) {
  const things: Thing[] = [];
  const late: { at: number; act: () => void }[] = [];
  const sent: string[] = [];
  let mishaps: Mishap[] = [];
  let meanwhile: (() => Promise<unknown>) | null = null;
  let review: NonNullable<PlatformState["review"]> = { outcome: "approved", reasons: [] };
  let born = 0;
  let asked = 0;

  const land = () => {
    for (const one of late.splice(0)) {
      if (one.at <= now().getTime()) one.act();
      else late.push(one);
    }
  };
  const byId = (platformId: string) => things.find((thing) => thing.platformId === platformId);

  async function write<T>(what: string, act: () => T): Promise<T> {
    land();
    sent.push(what);
    const happens = meanwhile;
    meanwhile = null;
    await happens?.();
    const mishap = mishaps.shift() ?? "none";
    switch (mishap) {
      case "acts_without_answer":
        act();
        throw new AdapterFault("outcome_unknown", { reason: "no answer" });
      case "lost":
        throw new AdapterFault("outcome_unknown", { reason: "no answer" });
      case "late":
        late.push({ at: now().getTime() + lateMs, act });
        throw new AdapterFault("outcome_unknown", { reason: "no answer" });
      case "busy":
        throw new AdapterFault("later", { reason: "too many requests", retryAfterSeconds: 40 });
      case "down":
        throw new AdapterFault("later", { reason: "unavailable" });
      case "refused":
        throw new AdapterFault("rejected", { reason: "Error code: E1008" });
      case "no_permission":
        onPermissionGone();
        throw new AdapterFault("reconnect", { reason: "401" });
      case "old_permission":
        throw new AdapterFault("reconnect", { reason: "401" });
      case "killed_before":
        onKill();
        throw new Killed();
      case "killed_after":
        act();
        onKill();
        throw new Killed();
      default:
        return act();
    }
  }

  const create = (level: Level, reference: string, parent: string | null, order: unknown) =>
    write(`create ${level}`, () => {
      born += 1;
      const platformId = `${level}-${born}`;
      things.push({ level, reference, platformId, parent, status: "paused", order });
      return { platformId };
    });
  const update = (level: Level, platformId: string, order: unknown) =>
    write(`update ${level}`, () => {
      const thing = byId(platformId);
      if (thing) thing.order = order;
    });
  const stateOf = ({ platformId, status, level, order }: Thing): PlatformState<Halalas> => ({
    platformId,
    status,
    ...(level === "campaign" ? { dailyBudget: (order as CampaignOrder<Halalas>).dailyBudget } : {}),
    ...(level === "ad" ? { review } : {}),
  });

  const platform: BoundAdPlatform = {
    adAccountId: "acc_1",
    createCampaign: (order) => create("campaign", order.reference, null, order),
    createAdGroup: (order) => create("ad_group", order.reference, order.platformCampaignId, order),
    createAd: (order) => create("ad", order.reference, order.platformAdGroupId, order),
    updateCampaign: (id, order) => update("campaign", id, order),
    updateAdGroup: (id, order) => update("ad_group", id, order),
    updateAd: (id, order) => update("ad", id, order),
    async find(_level, reference) {
      land();
      const thing = things.find((one) => one.reference === reference && one.status !== "deleted");
      return thing ? stateOf(thing) : null;
    },
    setStatus: (level, platformId, status) =>
      write(`${status} ${level}`, () => {
        const thing = byId(platformId);
        if (thing) thing.status = status;
      }),
    remove: (level, platformId) =>
      write(`remove ${level}`, () => {
        const thing = byId(platformId);
        if (thing) thing.status = "deleted";
      }),
    async states(_level, ids) {
      land();
      asked += 1;
      return things.filter((thing) => ids.includes(thing.platformId)).map(stateOf);
    },
    async *readFigures() {},
  };

  return {
    platform,
    things,
    /** Every write that reached the wire, in order. */
    sent,
    plan: (next: Mishap[]) => {
      mishaps = [...next];
    },
    /** Happens while the next call that writes is under way. */
    hang: (work: () => Promise<unknown>) => {
      meanwhile = work;
    },
    /** Somebody sets another daily budget on the platform itself. */
    budgetSetThere: (reference: string, dailyBudget: Halalas) => {
      const thing = things.find((one) => one.reference === reference);
      if (thing) thing.order = { ...(thing.order as CampaignOrder<Halalas>), dailyBudget };
    },
    reviews: (told: typeof review) => {
      review = told;
    },
    /** How often states were asked for. */
    get asked() {
      return asked;
    },
    living: (level: Level) => things.filter((thing) => thing.level === level && thing.status !== "deleted"),
    byReference: (reference: string) => things.find((thing) => thing.reference === reference),
  };
}
