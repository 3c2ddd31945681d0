import { z } from "zod";
import type { HttpResponse } from "#base/server/http-client.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";

const errorSchema = z.looseObject({
  error: z.looseObject({
    message: z.string().catch(""),
    code: z.number().catch(0),
    error_subcode: z.number().optional().catch(undefined),
    is_transient: z.boolean().optional().catch(undefined),
    error_user_msg: z.string().optional().catch(undefined),
  }),
});

/** Marketing API, Error reference. Numbers of six digits and more come as a code or as a subcode of 100. */
const invalidTokenCodes = [102, 190, 458, 459, 460, 463, 464, 467, 492];
const rateLimitCodes = [4, 17, 32, 341, 613, 80_000, 80_003, 80_004, 80_014];
const budgetTooLowCodes = [1_885_272, 1_885_650, 1_487_901];
const notFoundCodes = [1_487_056, 1_487_566, 1_885_088];
const blockedCodes = [368, 1_404_078, 1_404_163, 2_859_015];
const budgetChangeLimitCode = 1_487_632;
const tooMuchDataCode = 1_487_534;

type GraphError = { code: number; subcode: number | undefined; isTransient: boolean; reason: string };

function parseError(json: unknown): GraphError | null {
  const found = errorSchema.safeParse(json);
  if (!found.success) return null;
  const { message, code, error_subcode: subcode, is_transient, error_user_msg } = found.data.error;
  const text = error_user_msg ? `${message}: ${error_user_msg}` : message;
  return { code, subcode, isTransient: is_transient ?? false, reason: `${code}/${subcode ?? "-"} ${text}` };
}

/** An object that does not exist, or is not ours: Meta does not distinguish the two. */
export function isMissing(json: unknown): boolean {
  const { code, subcode } = parseError(json) ?? {};
  return (code === 100 && subcode === 33) || code === 803;
}

/** A report that is too large for one response. */
export function isTooMuchData(error: unknown): boolean {
  return error instanceof AdapterFault && error.reason.includes(`/${tooMuchDataCode} `);
}

export function rejected(reason: string, messageKey?: string): AdapterFault {
  return new AdapterFault("rejected", {
    reason: reason.slice(0, 500),
    ...(messageKey ? { messageKey } : {}),
  });
}

/** Maps a failed response to a fault: its code decides, whatever its HTTP status is. */
export function toFault(response: HttpResponse, isWrite: boolean): AdapterFault {
  const graphError = parseError(response.json);
  const reason = `${response.status} ${graphError?.reason ?? "without an error"}`.slice(0, 500);
  const isOneOf = (codes: readonly number[]) =>
    codes.includes(graphError?.code ?? 0) || codes.includes(graphError?.subcode ?? 0);
  if (graphError && isOneOf(invalidTokenCodes))
    return new AdapterFault("reconnect", { reason, messageKey: "ad_accounts:lost_access_revoked" });
  if (graphError && isOneOf(rateLimitCodes))
    return new AdapterFault("later", {
      reason,
      retryAfterSeconds: computeRetrySeconds(response, graphError),
    });
  const hasFailed =
    response.status >= 500 ||
    !graphError ||
    graphError.code === 1 ||
    graphError.code === 2 ||
    graphError.isTransient;
  // A failing server may have carried out the request.
  if (hasFailed) return new AdapterFault(isWrite ? "outcome_unknown" : "later", { reason });
  return rejected(reason, toMessageKey(graphError, isOneOf));
}

function toMessageKey(
  { code }: GraphError,
  isOneOf: (codes: readonly number[]) => boolean,
): string | undefined {
  if (code === 3 || code === 10 || code === 294 || (code >= 200 && code < 300))
    return "ad_accounts:not_permitted";
  if (isOneOf([33]) || isOneOf(notFoundCodes)) return "ad_accounts:not_found_there";
  if (isOneOf(budgetTooLowCodes)) return "ad_accounts:budget_below_minimum";
  return isOneOf(blockedCodes) ? "ad_accounts:account_disabled" : undefined;
}

/** Seconds until calls are accepted again: in minutes in a header, or known from the reference (Rate limiting). */
function computeRetrySeconds(response: HttpResponse, { code, subcode }: GraphError): number {
  if (subcode === budgetChangeLimitCode) return 3_600;
  const minutes = parseRegainMinutes(response.headers["x-business-use-case-usage"]);
  if (minutes > 0) return minutes * 60;
  return code === 613 ? 60 : 300;
}

const usageSchema = z.record(
  z.string(),
  z.array(z.looseObject({ estimated_time_to_regain_access: z.number().catch(0) })),
);

/** The longest wait of all the account's use cases. */
function parseRegainMinutes(header: string | string[] | undefined): number {
  try {
    const graphError = usageSchema.parse(JSON.parse(String(header)));
    return Math.max(
      0,
      ...Object.values(graphError).flatMap((uses) => uses.map((use) => use.estimated_time_to_regain_access)),
    );
  } catch {
    return 0;
  }
}
