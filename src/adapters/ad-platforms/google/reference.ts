import { z } from "zod";
import type { Level } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { type ApiClient, type Caller, loadRows, type Operation, quote } from "./api-client.ts";
import { hasErrorCode } from "./faults.ts";
import { toResourceName } from "./resource-names.ts";

/**
 * Our reference is a label on the object. Google lets no two labels of an account have one name, and a label is made in the
 * same request as its object, all or nothing: so it is a key against doubles, too, and names stay as the merchant wrote them.
 */
export const toLabelName = (reference: string) => `rawaj ${reference}`;

/** How a label stands on each level. */
const labelLinks = {
  campaign: { operation: "campaignLabelOperation", field: "campaign" },
  ad_group: { operation: "adGroupLabelOperation", field: "adGroup" },
  ad: { operation: "adGroupAdLabelOperation", field: "adGroupAd" },
} as const satisfies Record<Level, { operation: string; field: string }>;

/** What one try to make an object had to give in to. */
export type Adjustments = {
  /** Another object bears the name the merchant gave. */
  isNameTaken: boolean;
  /** The start lies in Google's past: it begins at once. */
  startsImmediately: boolean;
};

const noAdjustments: Adjustments = { isNameTaken: false, startsImmediately: false };

const labelRow = z.looseObject({ label: z.looseObject({ resourceName: z.string() }) });

/**
 * Makes an object and its label in one request. `operations` is given the concessions, `object` is the object's name for
 * this request; answers all resource names, those of `operations` first. `initial`: what it has to give in to from the start.
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
      // Left behind by an object that was removed since: it is used again.
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

/** Tries, and tries again with what the refusal asks for; each concession is made once. */
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
