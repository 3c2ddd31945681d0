import { recordAudit } from "#base/server/audit.ts";
import type { Clock } from "#base/server/clock.ts";
import { type Context, type ReadContext, systemContext, transact } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import { consumeRateLimit, waitParams } from "#base/server/rate-limit.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { DomainRow } from "../contract/domains.calls.ts";
import { domainsMax } from "../contract/link-enums.ts";
import { trackingRefusals } from "../contract/tracking.refusals.ts";
import { parseHost } from "../domain/parse-host.ts";
import {
  type Domain,
  deleteDomain,
  findDomain,
  insertDomain,
  leaseDueDomains,
  notifyDomainsChanged,
  saveLookup,
} from "./domains.store.ts";
import type { LinkProbe } from "./link-probe.port.ts";
import { clearDomain } from "./links.store.ts";
import type { PresentDeps } from "./present-link.ts";

export type DomainsDeps = PresentDeps & {
  linkProbe: Pick<LinkProbe, "readCname">;
  systemClock: Clock;
  publicUrl: string;
};

const hourMs = 3_600_000;
const lookupsPerHour = 30;

/** The merchant's own hosts, newest first. */
export const listDomains =
  (deps: PresentDeps) =>
  async ({ db, actor }: ReadContext): Promise<{ items: DomainRow[] }> => {
    const rows = await db.many<Domain & { links: number }>(sql`
      select domains.*, (select count(*)::int from tracking.links
        where links.merchant_id = domains.merchant_id and links.domain_id = domains.id) as links
      from tracking.domains where merchant_id = ${actor.merchantId} order by created_at desc, id desc`);
    return { items: rows.map((row) => presentDomain(deps, row, row.links)) };
  };

/** Adds a host; the same host again is the same row. */
export const addDomain =
  (deps: DomainsDeps) =>
  (ctx: ReadContext, { host: typed }: { host: string }): Promise<DomainRow> =>
    transact(ctx, async (ctx) => {
      const ours = [deps.trackingUrl, deps.publicUrl].map((url) => new URL(url).hostname);
      const host = parseHost(typed);
      if (host === null || ours.some((own) => host === own || host.endsWith(`.${own}`)))
        return trackingRefusals.refuse("tracking.host_not_valid", {}, "host");
      const known = await ctx.tx.many<Domain>(
        sql`select * from tracking.domains where merchant_id = ${ctx.actor.merchantId} for update`,
      );
      const same = known.find((domain) => domain.host === host);
      if (same) return presentDomain(deps, same, 0);
      if (known.length >= domainsMax)
        trackingRefusals.refuse("tracking.too_many_domains", { max: domainsMax });
      const id = newId("dom");
      const token = newId("c").slice(2);
      const domain = await insertDomain(ctx, { id, host, token });
      if (!domain) return trackingRefusals.refuse("tracking.host_not_valid", {}, "host");
      await recordDomainChange(ctx, "tracking.domain_added", domain);
      return presentDomain(deps, domain, 0);
    });

/** Looks the host's CNAME up now, and refuses with what is wrong. */
export const verifyDomain =
  (deps: DomainsDeps) =>
  async (ctx: ReadContext, { id }: { id: string }): Promise<DomainRow> => {
    const domain = (await findDomain(ctx, id)) ?? trackingRefusals.refuse("tracking.domain_not_found");
    await limitLookups(deps, ctx);
    const found = await lookUp(deps, domain);
    if (found === "no_answer") return trackingRefusals.refuse("tracking.dns_no_answer");
    const isSaved = await saveFinding(ctx, domain, found);
    if (found !== "proven") trackingRefusals.refuse(`tracking.cname_${found}`, { host: domain.host });
    if (!isSaved) trackingRefusals.refuse("tracking.host_taken");
    const { items } = await listDomains(deps)(ctx);
    return items.find((row) => row.id === id) ?? trackingRefusals.refuse("tracking.domain_not_found");
  };

/** Removes a host; links that carry it are reached by our own address again. */
export const removeDomain = (ctx: ReadContext, { id }: { id: string }): Promise<null> =>
  transact(ctx, async (ctx) => {
    const domain = (await findDomain(ctx, id)) ?? trackingRefusals.refuse("tracking.domain_not_found");
    await clearDomain(ctx, id);
    await deleteDomain(ctx, id);
    await notifyDomainsChanged(ctx);
    await recordDomainChange(ctx, "tracking.domain_removed", domain);
    return null;
  });

const domainsPerRun = 200;

/**
 * Looks every host up again: proven ones daily, the others hourly for their first three days and then daily. One whose
 * record is gone serves nothing from then on.
 */
export const reviewDomains =
  (deps: DomainsDeps) =>
  async (db: Db, { now }: { now: Date }): Promise<void> => {
    for (const domain of await leaseDueDomains(db, { now, limit: domainsPerRun })) {
      const found = await lookUp(deps, domain);
      if (found !== "no_answer") await saveFinding(systemContext(db, domain.merchant_id, now), domain, found);
    }
  };

type Finding = "proven" | "not_found" | "elsewhere";

async function lookUp({ linkProbe, ...deps }: DomainsDeps, domain: Domain): Promise<Finding | "no_answer"> {
  try {
    const names = await linkProbe.readCname(domain.host);
    if (names.length === 0) return "not_found";
    return names.includes(toCnameTarget(deps, domain)) ? "proven" : "elsewhere";
  } catch (error) {
    if (isFault(error)) return "no_answer";
    throw error;
  }
}

/** False when the host is another merchant's. */
function saveFinding(ctx: ReadContext, domain: Domain, found: Finding): Promise<boolean> {
  const status = found === "proven" ? "verified" : domain.verified_at ? "lost" : "pending";
  const isYoung = ctx.now.getTime() - domain.created_at.getTime() < 72 * hourMs;
  const nextAt = new Date(ctx.now.getTime() + (status !== "verified" && isYoung ? 1 : 24) * hourMs);
  return transact(ctx, async (ctx) => {
    const isSaved = await saveLookup(ctx, { id: domain.id, status, nextAt });
    if (!isSaved || status === domain.status) return isSaved;
    await notifyDomainsChanged(ctx);
    await recordDomainChange(ctx, `tracking.domain_${status}`, domain);
    return true;
  });
}

async function recordDomainChange(ctx: Context, action: string, { id, host }: Domain): Promise<void> {
  await ctx.tx.publish({ name: "tracking.domain_changed", merchant_id: ctx.actor.merchantId, domain_id: id });
  await recordAudit(ctx, { module: "tracking", action, subject: id, after: { host } });
}

async function limitLookups({ systemClock }: DomainsDeps, { db, actor }: ReadContext): Promise<void> {
  const key = `tracking.domains:${actor.merchantId}`;
  const limit = { key, limit: lookupsPerHour, windowSeconds: 3_600, now: systemClock.now() };
  const use = await consumeRateLimit(db, limit);
  if (!use.isAllowed) baseRefusals.refuse("base.too_many_requests", waitParams(use.retryAfterSeconds));
}

/** A name under our own host that was made for this row: pointing to it proves who asked for it. */
const toCnameTarget = ({ trackingUrl }: PresentDeps, { token }: Domain): string =>
  `${token}.${new URL(trackingUrl).hostname}`;

function presentDomain(deps: PresentDeps, domain: Domain, links: number): DomainRow {
  return {
    id: domain.id,
    host: domain.host,
    status: domain.status,
    cname_target: toCnameTarget(deps, domain),
    created_at: domain.created_at.toISOString(),
    verified_at: domain.verified_at?.toISOString() ?? null,
    checked_at: domain.checked_at?.toISOString() ?? null,
    links,
  };
}
