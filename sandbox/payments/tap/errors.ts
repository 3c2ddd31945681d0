import type { Problem } from "../../base/check-body.ts";

/** Ends a request with Tap's error body: {errors: [{code, description}]}. */
export class TapError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, description: string) {
    super(description);
    this.status = status;
    this.code = code;
  }

  body(): Record<string, unknown> {
    return { errors: [{ code: this.code, description: this.message }] };
  }
}

/** What Tap answers where there is no such object, with HTTP 400 and without a list of errors. */
export class NothingFound extends Error {}

export const refused = (code: string, description: string) => new TapError(400, code, description);

/** Tap docs, Charge Response Codes: the code of the first problem, by its field. */
const codes: [RegExp, string, string][] = [
  [/^amount/, "1117", "Amount is invalid"],
  [/^currency/, "1118", "Currency code is invalid"],
  [/^redirect/, "1111", "Redirect URL is invalid"],
  [/^source/, "1125", "Source id is invalid"],
  [/^customer\.first_name/, "1130", "Customer's first name is required"],
  [/^customer\.phone/, "1137", "Phone number is invalid"],
  [/^customer/, "1129", "Customer id or Customer information is required"],
  [/^charge_id/, "1143", "Charge id is invalid"],
];

export function invalidFields(problems: Problem[]): TapError {
  const [first] = problems;
  const known = codes.find(([pattern]) => pattern.test(first?.field ?? ""));
  if (known) return refused(known[1], known[2]);
  return refused("1103", `Required inputs are invalid: ${first?.field ?? ""} ${first?.detail ?? ""}`.trim());
}
