import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { isLicenceNumber } from "../contract/ad-law.ts";
import type { AdLicenceFields, AdLicences } from "../contract/ad-licences.calls.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import { adLicencesMax } from "../contract/enums.ts";
import { wrong } from "../contract/problem.ts";
import { findNextCheck } from "../domain/licence-ends.ts";
import {
  type AdLicenceRecord,
  countLicencesLocked,
  deleteLicence,
  insertLicence,
  listLicences,
  lockLicence,
  scheduleCheck,
  updateLicence,
} from "./ad-licences.store.ts";
import { auditChange } from "./campaigns.audit.ts";
import { refuseProblems } from "./refuse-problems.ts";

/** The merchant's licences, each with whether it is valid today in Riyadh. */
export async function showLicences(ctx: ReadContext): Promise<AdLicences> {
  const today = toRiyadhDay(ctx.now);
  const toState = ({ starts_on, ends_on }: AdLicenceRecord) => {
    if (ends_on < today) return "ended" as const;
    return starts_on > today ? ("upcoming" as const) : ("valid" as const);
  };
  return { items: (await listLicences(ctx)).map((one) => ({ ...one, state: toState(one) })) };
}

/** Records a licence. A merchant has at most `adLicencesMax`. */
export const addLicence = (ctx: ReadContext, fields: AdLicenceFields): Promise<AdLicences> =>
  transact(ctx, async (ctx) => {
    refuseFields(fields);
    if ((await countLicencesLocked(ctx)) >= adLicencesMax)
      campaignsRefusals.refuse("campaigns.licences_too_many", { max: adLicencesMax });
    const id = newId("lic");
    await insertLicence(ctx, id, fields);
    const next = findNextCheck([fields], ctx.now);
    if (next) await scheduleCheck(ctx, next);
    await auditChange(ctx, "ad_licence.created", id, { after: fields });
    return showLicences(ctx);
  });

type Edit = { id: string; fields: AdLicenceFields };

/** Corrects a licence. Running campaigns that it no longer serves are paused within a minute. */
export const editLicence = (ctx: ReadContext, { id, fields }: Edit): Promise<AdLicences> =>
  transact(ctx, async (ctx) => {
    refuseFields(fields);
    const { id: _, ...before } = await requireLicence(ctx, id);
    await updateLicence(ctx, id, fields);
    await scheduleCheck(ctx, ctx.now, { isMoved: true });
    await auditChange(ctx, "ad_licence.edited", id, { before, after: fields });
    return showLicences(ctx);
  });

/** Removes a licence. Running campaigns that need it are paused within a minute. */
export const removeLicence = (ctx: ReadContext, { id }: { id: string }): Promise<AdLicences> =>
  transact(ctx, async (ctx) => {
    const { id: _, ...before } = await requireLicence(ctx, id);
    await deleteLicence(ctx, id);
    await scheduleCheck(ctx, ctx.now, { isMoved: true });
    await auditChange(ctx, "ad_licence.removed", id, { before });
    return showLicences(ctx);
  });

function refuseFields({ number, starts_on, ends_on }: AdLicenceFields): void {
  refuseProblems([
    ...wrong(!isLicenceNumber(number), "campaigns.licence_number_not_valid", "number"),
    ...wrong(ends_on < starts_on, "campaigns.licence_end_before_start", "ends_on"),
  ]);
}

const requireLicence = async (ctx: Context, id: string): Promise<AdLicenceRecord> =>
  (await lockLicence(ctx, id)) ?? baseRefusals.refuse("base.not_found");
