import { z } from "zod";
import type { Level } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { type ApiClient, type Caller, loadRows, type Operation, quote } from "./api-client.ts";
import { hasErrorCode } from "./faults.ts";
import { toResourceName } from "./resource-names.ts";

/**
 * Our reference is a label on the object. Label names are unique in an account, and a label is created in the same
 * request as its object, all or nothing: so it also serves as an idempotency key, and names stay as the merchant wrote
 * them.
 */
export const toLabelName = (reference: string) => `rawaj ${reference}`;

/** How a label is attached on each level. */
const labelLinks = {
  campaign: { operation: "campaignLabelOperation", field: "campaign" },
  ad_group: { operation: "adGroupLabelOperation", field: "adGroup" },
  ad: { operation: "adGroupAdLabelOperation", field: "adGroupAd" },
} as const satisfies Record<Level, { operation: string; field: string }>;

/** What one attempt to create an object had to change after a refusal. */
export type Adjustments = {
  /** Another object already has the merchant's name. */
  isNameTaken: boolean;
  /** The start is in Google's past: the campaign starts immediately. */
  startsImmediately: boolean;
};

const noAdjustments: Adjustments = { isNameTaken: false, startsImmediately: false };

const labelRow = z.looseObject({ label: z.looseObject({ resourceName: z.string() }) });

/**
 * Creates an object and its label in one request. `operations` receives the adjustments; `object` is the object's
 * resource name within this request. Returns all resource names, those of `operations` first. `initial`: adjustments to
 * apply from the first attempt.
 */
export async function createLabelled(
  client: ApiClient,
  caller: Caller,
  level: Level,
  reference: string,
  object: string,
  operations: (adjustments: Adjustments) => Operation[],
  initial: Partial<Adjustments> = {},
): Promise<string[]> {
  let existingLabel: string | null = null;
  return retryAdjusted(async (adjustments) => {
    const objectOperations = operations(adjustments);
    try {
      return await client.mutate(caller, [
        ...objectOperations,
        ...toLabelOperations(caller, level, reference, object, existingLabel),
      ]);
    } catch (error) {
      if (!hasErrorCode(error, "labelError.DUPLICATE_NAME")) throw error;
      // Left over from an object that has been removed: it is reused.
      existingLabel = await findLabel(client, caller, reference);
      return client.mutate(caller, [
        ...objectOperations,
        ...toLabelOperations(caller, level, reference, object, existingLabel),
      ]);
    }
  }, initial);
}

function toLabelOperations(
  caller: Caller,
  level: Level,
  reference: string,
  object: string,
  existingLabel: string | null,
): Operation[] {
  const { operation, field } = labelLinks[level];
  const label = existingLabel ?? toResourceName(caller, "labels", -900);
  const labelLink = { [operation]: { create: { [field]: object, label } } };
  if (existingLabel) return [labelLink];
  return [{ labelOperation: { create: { resourceName: label, name: toLabelName(reference) } } }, labelLink];
}

async function findLabel(client: ApiClient, caller: Caller, reference: string): Promise<string | null> {
  const query = `SELECT label.resource_name FROM label WHERE label.name = ${quote(toLabelName(reference))}`;
  const [found] = await loadRows(client, caller, query, labelRow);
  return found?.label.resourceName ?? null;
}

/** Repeats the attempt with the adjustment that the refusal requires; each adjustment is made once. */
export async function retryAdjusted<Result>(
  attempt: (adjustments: Adjustments) => Promise<Result>,
  initial: Partial<Adjustments> = {},
): Promise<Result> {
  const adjustments = { ...noAdjustments, ...initial };
  for (;;) {
    try {
      return await attempt({ ...adjustments });
    } catch (error) {
      if (isNameTaken(error) && !adjustments.isNameTaken) adjustments.isNameTaken = true;
      else if (isStartPast(error) && !adjustments.startsImmediately) adjustments.startsImmediately = true;
      else throw error;
    }
  }
}

const isNameTaken = (error: unknown) =>
  hasErrorCode(error, "campaignError.DUPLICATE_CAMPAIGN_NAME", "adGroupError.DUPLICATE_ADGROUP_NAME");

const isStartPast = (error: unknown) =>
  hasErrorCode(
    error,
    "campaignError.CANNOT_SET_DATE_TO_PAST",
    "campaignError.CANNOT_MODIFY_START_DATE_IF_ALREADY_STARTED",
    "dateRangeError.CANNOT_SET_DATE_TO_PAST",
  );
