import { recordAudit } from "#base/server/audit.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { consumeRateLimit, waitParams } from "#base/server/rate-limit.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Language } from "#base/shared/language.ts";
import type { MerchantsFacade } from "#modules/merchants/server/merchants.facade.ts";
import type { FurtherNumbers } from "../contract/messages.calls.ts";
import { messagesRefusals } from "../contract/messages.refusals.ts";
import { issueCode, judgeCode, waitSeconds } from "./code-proof.ts";
import {
  deleteProvenNumber,
  listNumberProofs,
  lockNumberProof,
  saveNumberProof,
} from "./number-proofs.store.ts";
import { type QueueTextDeps, queueText } from "./queue-text.ts";

export type ProveNumberDeps = QueueTextDeps & {
  merchants: Pick<MerchantsFacade, "loadMobile">;
  codeKey: Buffer;
};

/** Beside the merchant's own. */
const numbersMax = 5;
const codesPerHour = 5;
/** To one number, whoever asks: nobody is pestered with codes, and nobody earns by them. */
const codesToNumberPerDay = 4;

/** The numbers of the merchant's own that codes proved. */
export const listNumbers = async (ctx: ReadContext): Promise<FurtherNumbers> => ({
  items: (await listNumberProofs(ctx)).flatMap(({ number, proven_at }) =>
    proven_at ? [{ number, proven_at: proven_at.toISOString() }] : [],
  ),
});

/** Sends a code to a number by SMS, replacing the one before; returns the seconds until the next. */
export const requestNumberCode =
  (deps: ProveNumberDeps) =>
  async (ctx: Context, { number, language }: { number: string; language: Language }): Promise<number> => {
    const { merchants, systemClock, codeKey } = deps;
    const now = systemClock.now();
    const known = await listNumberProofs(ctx);
    const isProven = known.some((one) => one.number === number && one.proven_at);
    if (isProven || number === (await merchants.loadMobile(ctx)))
      return messagesRefusals.refuse("messages.number_proven", {}, "mobile_number");
    if (known.filter(({ proven_at }) => proven_at).length >= numbersMax)
      return messagesRefusals.refuse("messages.numbers_too_many", { max: numbersMax }, "mobile_number");
    const issued = issueCode(await lockNumberProof(ctx, number), { codeKey, subject: number }, now);
    const limits = [
      { key: `messages.number_code:${ctx.actor.merchantId}`, limit: codesPerHour, windowSeconds: 3_600 },
      { key: `messages.number_code:${number}`, limit: codesToNumberPerDay, windowSeconds: 86_400 },
    ];
    for (const one of limits) {
      const limit = await consumeRateLimit(ctx.tx, { ...one, now });
      if (!limit.isAllowed)
        return messagesRefusals.refuse("messages.codes_spent", waitParams(limit.retryAfterSeconds));
    }
    await saveNumberProof(ctx, issued.proof);
    await queueText(deps)(ctx, {
      template: "number_code",
      key: `number_code:${number}:${now.toISOString()}`,
      channel: "sms",
      to: number,
      language,
      params: {},
      code: issued.code,
      expiresAt: issued.expiresAt,
      // The limits above bound it.
      isExempt: true,
    });
    return waitSeconds;
  };

/** Compares the code; a wrong one stays counted, since it is refused after the commit. */
export const proveNumber =
  ({ systemClock, codeKey }: Pick<ProveNumberDeps, "systemClock" | "codeKey">) =>
  async (ctx: ReadContext, { number, code }: { number: string; code: string }): Promise<FurtherNumbers> => {
    const refuse = await transact(ctx, async (ctx) => {
      const before = await lockNumberProof(ctx, number);
      const { proof, refuse } = judgeCode(before, { codeKey, subject: number }, code, systemClock.now());
      await saveNumberProof(ctx, proof);
      if (!refuse) await record(ctx, "messages.number_proven", number);
      return refuse;
    });
    if (refuse) refuse();
    return listNumbers(ctx);
  };

/** A number that is no more the merchant's: nothing goes there from now on. */
export const removeNumber = (ctx: ReadContext, number: string): Promise<FurtherNumbers> =>
  transact(ctx, async (ctx) => {
    if (!(await deleteProvenNumber(ctx, number))) baseRefusals.refuse("base.not_found");
    await record(ctx, "messages.number_removed", number);
    return listNumbers(ctx);
  });

async function record(
  ctx: Context,
  action: "messages.number_proven" | "messages.number_removed",
  number: string,
): Promise<void> {
  await ctx.tx.publish({ name: "messages.numbers_changed", merchant_id: ctx.actor.merchantId });
  await recordAudit(ctx, { module: "messages", action, subject: ctx.actor.merchantId, after: { number } });
}
