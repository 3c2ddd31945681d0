import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { actOnMerchant, type StaffContext, transactAsStaff } from "#base/server/staff-context.ts";
import type { StaffFacade } from "#modules/staff/server/staff.facade.ts";
import type { AbuseReport } from "../contract/abuse.calls.ts";
import { trackingRefusals } from "../contract/tracking.refusals.ts";
import { closeReport, closeReportsOfLink } from "./abuse-reports.store.ts";
import { recordLinkChange } from "./link-changes.ts";
import { lockLink, notifyLinkChanged, saveBlock } from "./links.store.ts";
import type { PresentDeps } from "./present-link.ts";

export type AbuseDeps = PresentDeps & { staff: Pick<StaffFacade, "recordAct"> };

type ReportRow = Row<
  "tracking.abuse_reports",
  "id" | "merchant_id" | "reason" | "details" | "contact" | "reported_at"
> &
  Row<"tracking.links", "destination" | "name" | "created_at" | "blocked_at"> & {
    link_id: string;
    open_reports: number;
  };

/** Reports of all merchants that nobody has handled, the oldest first. */
export const listReports =
  ({ trackingUrl }: PresentDeps) =>
  async ({ db }: StaffContext, { after, size }: { after?: string | undefined; size: number }) => {
    const [at, id] = decodeCursor(after);
    const rows = await db.many<ReportRow>(sql`
      select reports.id, reports.link_id, reports.merchant_id, reason, details, contact, reported_at, links.destination,
        links.name, links.created_at, links.blocked_at, (select count(*)::int from tracking.abuse_reports others
          where others.link_id = reports.link_id and others.handled_at is null) as open_reports
      from tracking.abuse_reports reports join tracking.links on links.id = reports.link_id
      where handled_at is null and (reported_at, reports.id) > (${at}::timestamptz, ${id})
      order by reported_at, reports.id limit ${size + 1}`);
    const shown = rows.slice(0, size);
    const last = shown.at(-1);
    return {
      items: shown.map((row) => presentReport(trackingUrl, row)),
      next: rows.length > size && last ? `${last.reported_at.toISOString()}~${last.id}` : null,
    };
  };

function decodeCursor(after: string | undefined): [at: Date, id: string] {
  const [at = "", id = ""] = after?.split("~") ?? [];
  const instant = new Date(at);
  return Number.isNaN(instant.getTime()) || id.includes("\u0000") ? [new Date(0), ""] : [instant, id];
}

function presentReport(trackingUrl: string, row: ReportRow): AbuseReport {
  return {
    id: row.id,
    link: {
      id: row.link_id,
      url: `${trackingUrl}/t/${row.link_id}`,
      destination_url: row.destination,
      name: row.name,
      created_at: row.created_at.toISOString(),
      blocked_at: row.blocked_at?.toISOString() ?? null,
      open_reports: row.open_reports,
    },
    merchant_id: row.merchant_id,
    reason: row.reason,
    details: row.details,
    contact: row.contact,
    reported_at: row.reported_at.toISOString(),
  };
}

type BlockInput = { linkId: string; reason: string | null };

/**
 * Blocks a link with a reason, or takes the block back (null). The notification reaches every server at once, and a
 * lost one is made up for within 60 seconds (`link-cache.ts`). The merchant reads the reason.
 */
export const setBlock =
  ({ staff }: AbuseDeps) =>
  (ctx: StaffContext, { linkId, reason }: BlockInput): Promise<null> =>
    transactAsStaff(ctx, async (ctx) => {
      const { tx, now } = ctx;
      const owner = await tx.maybeOne<Row<"tracking.links", "merchant_id">>(
        sql`select merchant_id from tracking.links where id = ${linkId}`,
      );
      if (!owner) return trackingRefusals.refuse("tracking.link_not_found");
      const own = actOnMerchant(ctx, owner.merchant_id);
      const link = await lockLink(own, linkId);
      await saveBlock(own, {
        linkId,
        block: reason === null ? null : { at: link.blocked_at ?? now, reason },
      });
      if (reason !== null) await closeReportsOfLink(tx, linkId, { by: ctx.by.id, outcome: "blocked", now });
      await notifyLinkChanged(own, linkId);
      const change = { before: { blocked_reason: link.blocked_reason }, after: { blocked_reason: reason } };
      await recordLinkChange(own, linkId, change);
      const action = reason === null ? "tracking.link_unblocked" : "tracking.link_blocked";
      await staff.recordAct(ctx, {
        action,
        details: { merchant_id: owner.merchant_id, link_id: linkId, reason },
      });
      return null;
    });

/** Closes a report without blocking the link. */
export const dismissReport =
  ({ staff }: AbuseDeps) =>
  (ctx: StaffContext, { reportId }: { reportId: string }): Promise<null> =>
    transactAsStaff(ctx, async (ctx) => {
      const { tx, by, now } = ctx;
      const report = await closeReport(tx, reportId, { by: by.id, outcome: "dismissed", now });
      if (!report) return trackingRefusals.refuse("tracking.report_not_found");
      await staff.recordAct(ctx, {
        action: "tracking.report_dismissed",
        details: { ...report, report_id: reportId },
      });
      return null;
    });
