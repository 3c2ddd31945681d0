import { isApiError } from "#base/web/data/api-error.ts";

/** Why a product's picture was not made: a field's own message says more than the general one. */
export function toFailureText(error: Error, otherwise: string): string {
  if (!isApiError(error)) return otherwise;
  return Object.values(error.fields)[0]?.[0] ?? error.message;
}
