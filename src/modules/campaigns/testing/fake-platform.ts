import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { Halalas } from "#base/shared/money.ts";
import type { CampaignSpec, Level, PlatformState } from "#modules/ad-accounts/server/ad-platform.port.ts";
import type { BoundAdPlatform } from "#modules/ad-accounts/server/bound-ad-platform.port.ts";

export type PlatformObject = {
  level: Level;
  reference: string;
  platformId: string;
  parent: string | null;
  status: "active" | "paused" | "deleted";
  spec: unknown;
};

/** What happens to the next write. `late`: no response, and it takes effect only after `lateMs`. */
export type FailureMode =
  | "none"
  | "acts_without_answer"
  | "lost"
  | "late"
  | "busy"
  | "down"
  | "preparing"
  | "refused"
  | "access_revoked"
  /** Refused with old access that has been renewed since. */
  | "stale_access"
  | "killed_before"
  | "killed_after";

class Killed extends Error {}

type Options = { now(): Date; lateMs?: number; onKill?: () => void; onAccessRevoked?: () => void };
export type FakePlatform = ReturnType<typeof makeFakePlatform>;

/**
 * A platform that creates a new object at every create, without a check: a blindly repeated create becomes visible
 * here.
 */
export function makeFakePlatform({
  now,
  lateMs = 25_000,
  onKill = () => {},
  onAccessRevoked = () => {},
}: Options) {
  const objects: PlatformObject[] = [];
  const late: { at: number; act: () => void }[] = [];
  const sent: string[] = [];
  let failureModes: FailureMode[] = [];
  let meanwhile: (() => Promise<unknown>) | null = null;
  let review: NonNullable<PlatformState["review"]> = { outcome: "approved", reasons: [] };
  let created = 0;
  let stateCalls = 0;

  const applyLate = () => {
    for (const one of late.splice(0)) {
      if (one.at <= now().getTime()) one.act();
      else late.push(one);
    }
  };
  const byId = (platformId: string) => objects.find((object) => object.platformId === platformId);

  async function write<T>(what: string, act: () => T): Promise<T> {
    applyLate();
    sent.push(what);
    const happens = meanwhile;
    meanwhile = null;
    await happens?.();
    const failureMode = failureModes.shift() ?? "none";
    switch (failureMode) {
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
      case "preparing":
        throw new AdapterFault("later", {
          reason: "video processing",
          messageKey: "ad_accounts:media_preparing",
          retryAfterSeconds: 20,
        });
      case "refused":
        throw new AdapterFault("rejected", { reason: "Error code: E1008" });
      case "access_revoked":
        onAccessRevoked();
        throw new AdapterFault("reconnect", { reason: "401" });
      case "stale_access":
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

  const create = (level: Level, reference: string, parent: string | null, spec: unknown) =>
    write(`create ${level}`, () => {
      created += 1;
      const platformId = `${level}-${created}`;
      objects.push({ level, reference, platformId, parent, status: "paused", spec });
      return { platformId };
    });
  const update = (level: Level, platformId: string, spec: unknown) =>
    write(`update ${level}`, () => {
      const object = byId(platformId);
      if (object) object.spec = spec;
    });
  const toState = ({ platformId, status, level, spec }: PlatformObject): PlatformState<Halalas> => ({
    platformId,
    status,
    ...(level === "campaign" ? { dailyBudget: (spec as CampaignSpec<Halalas>).dailyBudget } : {}),
    ...(level === "ad" ? { review } : {}),
  });

  const platform: BoundAdPlatform = {
    adAccountId: "acc_1",
    createCampaign: (spec) => create("campaign", spec.reference, null, spec),
    createAdGroup: (spec) => create("ad_group", spec.reference, spec.platformCampaignId, spec),
    createAd: (spec) => create("ad", spec.reference, spec.platformAdGroupId, spec),
    updateCampaign: (id, spec) => update("campaign", id, spec),
    updateAdGroup: (id, spec) => update("ad_group", id, spec),
    updateAd: (id, spec) => update("ad", id, spec),
    async find(_level, reference) {
      applyLate();
      const object = objects.find((one) => one.reference === reference && one.status !== "deleted");
      return object ? toState(object) : null;
    },
    setStatus: (level, platformId, status) =>
      write(`${status} ${level}`, () => {
        const object = byId(platformId);
        if (object) object.status = status;
      }),
    remove: (level, platformId) =>
      write(`remove ${level}`, () => {
        const object = byId(platformId);
        if (object) object.status = "deleted";
      }),
    async states(_level, ids) {
      applyLate();
      stateCalls += 1;
      return objects.filter((object) => ids.includes(object.platformId)).map(toState);
    },
    async *readFigures() {},
  };

  return {
    platform,
    objects,
    /** Every write that was sent, in order. */
    sent,
    plan: (next: FailureMode[]) => {
      failureModes = [...next];
    },
    /** Runs while the next write is in progress. */
    hang: (work: () => Promise<unknown>) => {
      meanwhile = work;
    },
    /** Someone sets another daily budget on the platform itself. */
    setBudget: (reference: string, dailyBudget: Halalas) => {
      const object = objects.find((one) => one.reference === reference);
      if (object) object.spec = { ...(object.spec as CampaignSpec<Halalas>), dailyBudget };
    },
    reviews: (next: typeof review) => {
      review = next;
    },
    /** The number of requests for states. */
    get stateCalls() {
      return stateCalls;
    },
    living: (level: Level) =>
      objects.filter((object) => object.level === level && object.status !== "deleted"),
    byReference: (reference: string) => objects.find((object) => object.reference === reference),
  };
}
