import { z } from "zod";
import type { HttpResponse } from "#base/server/http-client.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";

const said = z.looseObject({
  error: z.looseObject({
    message: z.string().catch(""),
    code: z.number().catch(0),
    error_subcode: z.number().optional().catch(undefined),
    is_transient: z.boolean().optional().catch(undefined),
    error_user_msg: z.string().optional().catch(undefined),
  }),
});

/** Marketing API, Error reference. Numbers of six digits and more come as a code or as a subcode of 100. */
const tokenGone = [102, 190, 458, 459, 460, 463, 464, 467, 492];
const tooBusy = [4, 17, 32, 341, 613, 80_000, 80_003, 80_004, 80_014];
const budgetTooLow = [1_885_272, 1_885_650, 1_487_901];
const goneThere = [1_487_056, 1_487_566, 1_885_088];
const bannedThere = [368, 1_404_078, 1_404_163, 2_859_015];
const budgetChangedTooOften = 1_487_632;
const tooMuchData = 1_487_534;

type Said = { code: number; subcode: number | undefined; isTransient: boolean; reason: string };

function read(json: unknown): Said | null {
  const found = said.safeParse(json);
  if (!found.success) return null;
  const { message, code, error_subcode: subcode, is_transient, error_user_msg } = found.data.error;
  const words = error_user_msg ? `${message}: ${error_user_msg}` : message;
  return { code, subcode, isTransient: is_transient ?? false, reason: `${code}/${subcode ?? "-"} ${words}` };
}

/** An object that is not there, or not ours: Meta does not tell the two apart. */
export function isMissing(json: unknown): boolean {
  const { code, subcode } = read(json) ?? {};
  return (code === 100 && subcode === 33) || code === 803;
}

/** A report that is too large for one answer. */
export function isTooMuchData(error: unknown): boolean {
  return error instanceof AdapterFault && error.reason.includes(`/${tooMuchData} `);
}

export function rejected(reason: string, messageKey?: string): AdapterFault {
  return new AdapterFault("rejected", {
    reason: reason.slice(0, 500),
    ...(messageKey ? { messageKey } : {}),
  });
}

/** What a refused answer means for us: its code decides, whatever its HTTP status is. */
export function faultOf(answer: HttpResponse, isWriting: boolean): AdapterFault {
  const told = read(answer.json);
  const reason = `${answer.status} ${told?.reason ?? "without an error"}`.slice(0, 500);
  const isOneOf = (codes: readonly number[]) =>
    codes.includes(told?.code ?? 0) || codes.includes(told?.subcode ?? 0);
  if (told && isOneOf(tokenGone))
    return new AdapterFault("reconnect", { reason, messageKey: "ad_accounts:lost_access_revoked" });
  if (told && isOneOf(tooBusy))
    return new AdapterFault("later", { reason, retryAfterSeconds: waitIn(answer, told) });
  const hasFailed = answer.status >= 500 || !told || told.code === 1 || told.code === 2 || told.isTransient;
  // A failing server may have done what it was asked.
  if (hasFailed) return new AdapterFault(isWriting ? "outcome_unknown" : "later", { reason });
  return rejected(reason, messageFor(told, isOneOf));
}

function messageFor({ code }: Said, isOneOf: (codes: readonly number[]) => boolean): string | undefined {
  if (code === 3 || code === 10 || code === 294 || (code >= 200 && code < 300))
    return "ad_accounts:not_permitted";
  if (isOneOf([33]) || isOneOf(goneThere)) return "ad_accounts:not_found_there";
  if (isOneOf(budgetTooLow)) return "ad_accounts:budget_below_minimum";
  return isOneOf(bannedThere) ? "ad_accounts:account_disabled" : undefined;
}

/** Seconds until calls are taken again: told in minutes in a header, or known from the reference (Rate limiting). */
function waitIn(answer: HttpResponse, { code, subcode }: Said): number {
  if (subcode === budgetChangedTooOften) return 3_600;
  const minutes = regainMinutes(answer.headers["x-business-use-case-usage"]);
  if (minutes > 0) return minutes * 60;
  return code === 613 ? 60 : 300;
}

const usage = z.record(
  z.string(),
  z.array(z.looseObject({ estimated_time_to_regain_access: z.number().catch(0) })),
);

/** The longest wait that any of the account's use cases asks for. */
function regainMinutes(header: string | string[] | undefined): number {
  try {
    const told = usage.parse(JSON.parse(String(header)));
    return Math.max(
      0,
      ...Object.values(told).flatMap((uses) => uses.map((use) => use.estimated_time_to_regain_access)),
    );
  } catch {
    return 0;
  }
}
