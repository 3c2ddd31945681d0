import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { abuseReasons } from "../contract/link-enums.ts";

export type ReportInput = {
  id: string;
  linkId: string;
  reason: (typeof abuseReasons)[number];
  details: string;
  contact: string;
  now: Date;
};

/** False when there is no such link. */
export async function insertReport(db: Db, report: ReportInput): Promise<boolean> {
  const inserted = await db.run(sql`
    insert into tracking.abuse_reports (id, link_id, merchant_id, reason, details, contact, reported_at)
    select ${report.id}, id, merchant_id, ${report.reason}, ${report.details}, ${report.contact}, ${report.now}
    from tracking.links where id = ${report.linkId}`);
  return inserted > 0;
}

type Handled = { by: string; outcome: "blocked" | "dismissed"; now: Date };

/** Closes all open reports of a link. */
export async function closeReportsOfLink(
  tx: Tx,
  linkId: string,
  { by, outcome, now }: Handled,
): Promise<void> {
  await tx.run(sql`
    update tracking.abuse_reports set handled_at = ${now}, handled_by = ${by}, outcome = ${outcome}
    where link_id = ${linkId} and handled_at is null`);
}

/** Closes one report; undefined when there is none with this id. One that is closed stays as it is. */
export async function closeReport(
  tx: Tx,
  id: string,
  { by, outcome, now }: Handled,
): Promise<Row<"tracking.abuse_reports", "merchant_id" | "link_id"> | undefined> {
  await tx.run(sql`
    update tracking.abuse_reports set handled_at = ${now}, handled_by = ${by}, outcome = ${outcome}
    where id = ${id} and handled_at is null`);
  return tx.maybeOne(sql`select merchant_id, link_id from tracking.abuse_reports where id = ${id}`);
}
