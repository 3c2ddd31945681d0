import type { Language } from "#base/shared/language.ts";
import type { MerchantFixture } from "./merchant-fixture.ts";

/** The input of a call: the parts of its contract, and the caller. */
export type RequestInput = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  token?: string;
  key?: string | null;
  language?: Language;
  headers?: Record<string, string>;
};

/** Inputs by call, and the expected status: 200 when none is given. */
export type CallExamples = Record<string, RequestInput & { expect?: number }>;

/**
 * What a module brings in `testing/<name>.examples.ts`, for a merchant with these things. Each may run after the one before.
 */
export type ModuleExamples = {
  /** Calls that leave everything there for other modules' calls. */
  makeExamples?(merchant: MerchantFixture): CallExamples;
  /** Calls that use up or remove what was there: called last, and before those of lower modules. */
  makeEndings?(merchant: MerchantFixture): CallExamples;
};

export const withId = (id: string) => ({ params: { id } });
