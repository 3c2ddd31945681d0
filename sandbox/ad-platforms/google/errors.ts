import type { Json } from "../shared/field-table.ts";
import { errorCodes, snake } from "./spec/spec.ts";

/** One error, as GoogleAdsError reports it. */
export interface AdsProblem {
  /** "campaignError" */
  group: string;
  /** "DUPLICATE_CAMPAIGN_NAME" */
  code: string;
  message: string;
  /** The location, from the request inwards: names as on the wire, numbers for list indexes. */
  at: (string | number)[];
  trigger?: string;
  details?: Json;
}

/** Stops an operation; the engine adds the operation's location. */
export class AdsFault extends Error {
  readonly problem: AdsProblem;

  constructor(problem: AdsProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Throws one problem. A code that the API does not have is our own mistake, and ends as a 500. */
export function refuse(
  group: string,
  code: string,
  message: string,
  at: (string | number)[] = [],
  more: Pick<AdsProblem, "trigger" | "details"> = {},
): never {
  if (!errorCodes[group]?.includes(code)) throw new Error(`${group} has no ${code}`);
  throw new AdsFault({ group, code, message, at, ...more });
}

const STATUS_OF: Record<number, string> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  409: "ABORTED",
  415: "INVALID_ARGUMENT",
  429: "RESOURCE_EXHAUSTED",
  500: "INTERNAL",
  503: "UNAVAILABLE",
};

/**
 * Ends a whole request. `problems` empty = an error of the infrastructure below the Ads API, which has no
 * GoogleAdsFailure.
 */
export class GoogleError extends Error {
  readonly status: number;
  readonly problems: AdsProblem[];
  readonly fieldViolations: { field: string; description: string }[];

  constructor(
    status: number,
    message: string,
    problems: AdsProblem[] = [],
    fieldViolations: { field: string; description: string }[] = [],
  ) {
    super(message);
    this.status = status;
    this.problems = problems;
    this.fieldViolations = fieldViolations;
  }
}

export const INVALID_ARGUMENT = "Request contains an invalid argument.";

/** One problem that ends the whole request: authentication, access, rate limit. */
export function requestError(status: number, group: string, code: string, message: string): GoogleError {
  if (!errorCodes[group]?.includes(code)) throw new Error(`${group} has no ${code}`);
  const outer: Record<number, string> = {
    401: "Request had invalid authentication credentials.",
    403: "The caller does not have permission",
    429: "Resource has been exhausted (e.g. check quota).",
  };
  return new GoogleError(status, outer[status] ?? INVALID_ARGUMENT, [{ group, code, message, at: [] }]);
}

/** Too many calls: the retry delay is in the details. */
export function tooManyCalls(seconds: number): GoogleError {
  const error = requestError(
    429,
    "quotaError",
    "RESOURCE_TEMPORARILY_EXHAUSTED",
    `Too many requests. Retry in ${seconds} seconds.`,
  );
  const [problem] = error.problems;
  if (problem)
    problem.details = {
      quotaErrorDetails: {
        rateScope: "ACCOUNT",
        rateName: "Number of requests per customer",
        retryDelay: `${seconds}s`,
      },
    };
  return error;
}

/** The body of a refused request, in the API's one shape. */
export function errorBody(error: GoogleError, version: string, requestId: string): Json {
  const details: Json[] = [];
  if (error.fieldViolations.length > 0)
    details.push({
      "@type": "type.googleapis.com/google.rpc.BadRequest",
      fieldViolations: error.fieldViolations,
    });
  if (error.problems.length > 0) details.push(failure(error.problems, version, requestId));
  return {
    error: {
      code: error.status,
      message: error.message,
      status: STATUS_OF[error.status] ?? "UNKNOWN",
      ...(details.length > 0 ? { details } : {}),
    },
  };
}

export function failure(problems: AdsProblem[], version: string, requestId: string): Json {
  return {
    "@type": `type.googleapis.com/google.ads.googleads.${version}.errors.GoogleAdsFailure`,
    errors: problems.map(presentError),
    requestId,
  };
}

function presentError({ group, code, message, at, trigger, details }: AdsProblem): Json {
  const elements: { fieldName: string; index?: number }[] = [];
  for (const step of at) {
    const last = elements.at(-1);
    if (typeof step === "number" && last) last.index = step;
    else elements.push({ fieldName: snake(String(step)) });
  }
  return {
    errorCode: { [group]: code },
    message,
    ...(trigger === undefined ? {} : { trigger: { stringValue: trigger } }),
    ...(elements.length > 0 ? { location: { fieldPathElements: elements } } : {}),
    ...(details ? { details } : {}),
  };
}
