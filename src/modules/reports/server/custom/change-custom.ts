import { recordAudit } from "#base/server/audit.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { customReportsMax, pinsMax } from "../../contract/custom-report.ts";
import type { ReportDefinition } from "../../contract/custom-reports.calls.ts";
import { reportsRefusals } from "../../contract/reports.refusals.ts";
import {
  type CustomReportRecord,
  countReportsLocked,
  deleteCustomReport,
  findCustomReport,
  insertCustomReport,
  pinReport,
  saveCustomReport,
  toMember,
  unpinReport,
} from "./custom-reports.store.ts";

/** A report that the member may see; another's that is not shared is not found. */
export async function loadCustomReport(ctx: ReadContext, id: string): Promise<CustomReportRecord> {
  return (await findCustomReport(ctx, id)) ?? baseRefusals.refuse("base.not_found");
}

async function loadOwn(ctx: ReadContext, id: string): Promise<CustomReportRecord> {
  const report = await loadCustomReport(ctx, id);
  return report.member_id === toMember(ctx) ? report : reportsRefusals.refuse("reports.custom_not_own");
}

type NewReport = { name: string; definition: ReportDefinition };

export async function createCustomReport(ctx: Context, report: NewReport): Promise<CustomReportRecord> {
  if ((await countReportsLocked(ctx)) >= customReportsMax)
    return reportsRefusals.refuse("reports.custom_too_many", { max: customReportsMax });
  const id = newId("rpt");
  await insertCustomReport(ctx, { id, ...report });
  await publishChange(ctx, id);
  return loadCustomReport(ctx, id);
}

type Change = {
  name?: string | undefined;
  definition?: ReportDefinition | undefined;
  is_shared?: boolean | undefined;
};

export const updateCustomReport = (
  ctx: ReadContext,
  { id, ...change }: Change & { id: string },
): Promise<CustomReportRecord> =>
  transact(ctx, async (ctx) => {
    const before = await loadOwn(ctx, id);
    const after = {
      id,
      name: change.name ?? before.name,
      definition: change.definition ?? before.definition,
      is_shared: change.is_shared ?? before.is_shared,
    };
    await saveCustomReport(ctx, after);
    if (after.is_shared !== before.is_shared)
      await recordAudit(ctx, {
        module: "reports",
        action: "reports.custom_shared",
        subject: id,
        before: { is_shared: before.is_shared },
        after: { is_shared: after.is_shared },
      });
    await publishChange(ctx, id);
    return loadCustomReport(ctx, id);
  });

export const removeCustomReport = (ctx: ReadContext, id: string): Promise<null> =>
  transact(ctx, async (ctx) => {
    const report = await loadOwn(ctx, id);
    await deleteCustomReport(ctx, id);
    await recordAudit(ctx, {
      module: "reports",
      action: "reports.custom_deleted",
      subject: id,
      before: { name: report.name },
    });
    await publishChange(ctx, id);
    return null;
  });

export async function copyCustomReport(
  ctx: Context,
  { id, name }: { id: string; name: string },
): Promise<CustomReportRecord> {
  const { definition } = await loadCustomReport(ctx, id);
  return createCustomReport(ctx, { name, definition });
}

export const setPinned = (
  ctx: ReadContext,
  { id, isPinned }: { id: string; isPinned: boolean },
): Promise<CustomReportRecord> =>
  transact(ctx, async (ctx) => {
    await loadCustomReport(ctx, id);
    if (!isPinned) await unpinReport(ctx, id);
    else if (!(await pinReport(ctx, id, pinsMax)))
      return reportsRefusals.refuse("reports.custom_pins_full", { max: pinsMax });
    await publishChange(ctx, id);
    return loadCustomReport(ctx, id);
  });

export const publishChange = (ctx: Context, reportId: string): Promise<void> =>
  ctx.tx.publish({
    name: "reports.custom_changed",
    merchant_id: ctx.actor.merchantId,
    report_id: reportId,
  });
