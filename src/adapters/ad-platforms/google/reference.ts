import { z } from "zod";
import type { Level } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { refusedWith } from "./faults.ts";
import { nameOf } from "./names.ts";
import { allRows, type Caller, type Operation, quoted, type Wire } from "./wire.ts";

/**
 * Our reference is a label on the object. Google lets no two labels of an account have one name, and a label is made in the
 * same request as its object, all or nothing: so it is a key against doubles, too, and names stay as the merchant wrote them.
 */
export const labelName = (reference: string) => `rawaj ${reference}`;

/** How a label stands on each level. */
const bonds = {
  campaign: { operation: "campaignLabelOperation", field: "campaign" },
  ad_group: { operation: "adGroupLabelOperation", field: "adGroup" },
  ad: { operation: "adGroupAdLabelOperation", field: "adGroupAd" },
} as const satisfies Record<Level, { operation: string; field: string }>;

/** What one try to make an object had to give in to. */
export type Concessions = {
  /** Another object bears the name the merchant gave. */
  isNameTaken: boolean;
  /** The start lies in Google's past: it begins at once. */
  startsAtOnce: boolean;
};

const unmet: Concessions = { isNameTaken: false, startsAtOnce: false };

const labelRow = z.looseObject({ label: z.looseObject({ resourceName: z.string() }) });

/**
 * Makes an object and its label in one request. `operations` is given the concessions, `object` is the object's name for
 * this request; answers all resource names, those of `operations` first. `known`: what it has to give in to from the start.
 */
export async function makeLabelled(
  wire: Wire,
  caller: Caller,
  level: Level,
  reference: string,
  object: string,
  operations: (concessions: Concessions) => Operation[],
  known: Partial<Concessions> = {},
): Promise<string[]> {
  let standingLabel: string | null = null;
  return conceding(async (concessions) => {
    const made = operations(concessions);
    try {
      return await wire.mutate(caller, [
        ...made,
        ...labelling(caller, level, reference, object, standingLabel),
      ]);
    } catch (error) {
      if (!refusedWith(error, "labelError.DUPLICATE_NAME")) throw error;
      // Left behind by an object that was removed since: it is used again.
      standingLabel = await labelOf(wire, caller, reference);
      return wire.mutate(caller, [...made, ...labelling(caller, level, reference, object, standingLabel)]);
    }
  }, known);
}

function labelling(
  caller: Caller,
  level: Level,
  reference: string,
  object: string,
  standingLabel: string | null,
): Operation[] {
  const { operation, field } = bonds[level];
  const label = standingLabel ?? nameOf(caller, "labels", -900);
  const bond = { [operation]: { create: { [field]: object, label } } };
  if (standingLabel) return [bond];
  return [{ labelOperation: { create: { resourceName: label, name: labelName(reference) } } }, bond];
}

async function labelOf(wire: Wire, caller: Caller, reference: string): Promise<string | null> {
  const query = `SELECT label.resource_name FROM label WHERE label.name = ${quoted(labelName(reference))}`;
  const [found] = await allRows(wire, caller, query, labelRow);
  return found?.label.resourceName ?? null;
}

/** Tries, and tries again with what the refusal asks for; each concession is made once. */
export async function conceding<Result>(
  attempt: (concessions: Concessions) => Promise<Result>,
  known: Partial<Concessions> = {},
): Promise<Result> {
  const concessions = { ...unmet, ...known };
  for (;;) {
    try {
      return await attempt({ ...concessions });
    } catch (error) {
      if (isNameTaken(error) && !concessions.isNameTaken) concessions.isNameTaken = true;
      else if (isStartPast(error) && !concessions.startsAtOnce) concessions.startsAtOnce = true;
      else throw error;
    }
  }
}

const isNameTaken = (error: unknown) =>
  refusedWith(error, "campaignError.DUPLICATE_CAMPAIGN_NAME", "adGroupError.DUPLICATE_ADGROUP_NAME");

const isStartPast = (error: unknown) =>
  refusedWith(
    error,
    "campaignError.CANNOT_SET_DATE_TO_PAST",
    "campaignError.CANNOT_MODIFY_START_DATE_IF_ALREADY_STARTED",
    "dateRangeError.CANNOT_SET_DATE_TO_PAST",
  );
