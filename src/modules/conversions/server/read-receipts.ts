import { type ReadContext, transact } from "#base/server/context.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import type { ConversionsDeps } from "./conversions.deps.ts";
import { type DestinationRow, findDestination, recordFault } from "./destinations.store.ts";
import { publishChanged } from "./publish-changed.ts";
import { settleRequest } from "./purchases.store.ts";
import { completeRequest, listDueRequests, postponeCheck, type RequestRow } from "./requests.store.ts";

type Deps = Pick<ConversionsDeps, "adAccounts" | "systemClock">;

/** Requests read in one run of a job: the next run goes on. */
const limit = 20;

/** Reads what became of requests that an ad account's platform processes later. */
export const readReceipts =
  (deps: Deps) =>
  async (ctx: ReadContext, { adAccountId }: { adAccountId: string }): Promise<void> => {
    const destination = await findDestination(ctx, adAccountId);
    if (!destination) return;
    const systemNow = deps.systemClock.now();
    for (const request of await listDueRequests(ctx, { adAccountId, systemNow, limit })) {
      try {
        await readReceipt(deps, ctx, destination, request);
      } catch (error) {
        if (!isFault(error)) throw error;
        await transact(ctx, (ctx) => recordFault(ctx, { adAccountId, fault: error, systemNow }));
        return;
      }
    }
  };

async function readReceipt(
  { adAccounts, systemClock }: Deps,
  ctx: ReadContext,
  { ad_account_id: adAccountId, platform }: DestinationRow,
  request: RequestRow,
): Promise<void> {
  const receiver = adAccounts.bindAdPlatform(ctx.actor.merchantId, adAccountId);
  const receipt = await receiver.readReceipt(request.request_id);
  await transact(ctx, async (ctx) => {
    if (receipt?.status !== "done") return postponeCheck(ctx, request, systemClock.now());
    const { request_id: requestId, sent_at: sentAt, events } = request;
    const counted = receipt.refused.reduce((sum, { count }) => sum + count, 0);
    const refused = Math.min(events, counted);
    const isFirst = await completeRequest(ctx, { requestId, refused, reasons: receipt.refused });
    if (!isFirst) return;
    const reason = receipt.refused.map((one) => one.reason).join(", ");
    // What was corrected is counted when it is sent, and its purchase stays what it was.
    if (!request.is_restatement)
      await settleRequest(ctx, { adAccountId, platform }, { requestId, sentAt, events, refused, reason });
    await publishChanged(ctx, adAccountId);
  });
}
