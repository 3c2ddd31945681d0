import { isObject, type Json } from "../shared/field-table.ts";
import { adGroupAdRules, updatedAd } from "./ad.rules.ts";
import { adGroupRules } from "./ad-group.rules.ts";
import { assetRules } from "./asset.rules.ts";
import { budgetRules } from "./budget.rules.ts";
import { campaignRules } from "./campaign.rules.ts";
import { conversionRules } from "./conversion.rules.ts";
import { adGroupCriterionRules, campaignCriterionRules } from "./criterion.rules.ts";
import { AdsFault, type AdsProblem, refuse } from "./errors.ts";
import { applyMask, refuseGivenFields } from "./field-mask.ts";
import { labelLinkRules, labelRules } from "./label.rules.ts";
import { resourceName, type StoredObject } from "./registry.ts";
import type { KindRules, Mutation } from "./rules.ts";
import { camel } from "./spec/spec.ts";

export const allRules: KindRules[] = [
  budgetRules,
  campaignRules,
  adGroupRules,
  adGroupAdRules,
  adGroupCriterionRules,
  campaignCriterionRules,
  assetRules,
  labelRules,
  ...labelLinkRules,
  conversionRules,
];

/** One operation of a request; `rules` null = a change of an ad's content, which has no kind of its own. */
export interface Operation {
  rules: KindRules | null;
  body: Json;
  /** Its index in the request, for the locations of errors. */
  at: (string | number)[];
}

export interface Outcome {
  /** The resource name of each operation; null where it failed. */
  results: (string | null)[];
  problems: AdsProblem[];
}

/** Temporary names of this request (negative numbers), and their real names; null = the operation failed. */
type Temporary = Map<string, string | null>;

/** Applies every operation in order on the staged objects. The caller decides whether they are committed. */
export function applyOperations(mutation: Mutation, operations: Operation[]): Outcome {
  const outcome: Outcome = { results: [], problems: [] };
  const temporary: Temporary = new Map();
  const seenNames = new Set<string>();
  for (const operation of operations) {
    const rollback = mutation.staged.mark();
    try {
      outcome.results.push(applyOperation(mutation, operation, temporary, seenNames));
    } catch (error) {
      if (!(error instanceof AdsFault)) throw error;
      rollback();
      recordFailed(operation.body, temporary);
      outcome.results.push(null);
      outcome.problems.push({ ...error.problem, at: [...operation.at, ...error.problem.at] });
    }
  }
  return outcome;
}

function recordFailed(body: Json, temporary: Temporary): void {
  const name = (body.create as Json | undefined)?.resourceName;
  if (typeof name === "string" && TEMPORARY.test(name) && !temporary.has(name)) temporary.set(name, null);
}

function applyOperation(
  mutation: Mutation,
  { rules, body, at: _at }: Operation,
  temporary: Temporary,
  seenNames: Set<string>,
): string {
  if (isObject(body.create)) {
    if (!rules?.create) refuse("operatorError", "OPERATOR_NOT_SUPPORTED", "Cannot be created.");
    return within("create", () => createOne(mutation, rules, body.create as Json, temporary));
  }
  if (isObject(body.update))
    return updateOne(mutation, rules, resolveTemporaryIds(body, temporary) as Json, seenNames);
  if (typeof body.remove !== "string")
    refuse("requestError", "OPERATION_REQUIRED", "The operation holds neither create, update nor remove.");
  return within("remove", () => removeOne(mutation, rules, String(body.remove), seenNames));
}

/** Adds the verb to the location of a rule's error. */
function within<Result>(verb: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof AdsFault)) throw error;
    throw new AdsFault({ ...error.problem, at: [verb, ...error.problem.at] });
  }
}

/** The last number is the temporary one: "campaigns/-2", "adGroupAds/33~-4". */
const TEMPORARY = /^customers\/\d+\/\w+\/(?:-?\d+~)*-\d+$/;

function createOne(mutation: Mutation, rules: KindRules, sent: Json, temporary: Temporary): string {
  const { resourceName: requestedName, ...body } = sent;
  if (requestedName !== undefined) checkRequestedName(mutation, rules, String(requestedName), temporary);
  refuseGivenFields(rules.message, body, []);
  const created = rules.create?.(mutation, resolveTemporaryIds(body, temporary) as Json);
  if (!created) throw new Error(`${rules.kind} cannot be created`);
  const id = created.existing?.id ?? resourceName(mutation.customer.id, rules.kind, created.number);
  if (!created.existing)
    mutation.staged.put({
      id,
      kind: rules.kind,
      account_id: mutation.customer.id,
      parent_id: created.parentId,
      sequence: mutation.staged.find(rules.kind, id)?.sequence ?? 0,
      deleted: false,
      submitted_at: mutation.now.getTime(),
      wire: created.wire,
    });
  if (typeof requestedName === "string") temporary.set(requestedName, id);
  return id;
}

function checkRequestedName(
  { customer }: Mutation,
  rules: KindRules,
  name: string,
  temporary: Temporary,
): void {
  if (!name.startsWith(`customers/${customer.id}/${rules.kind}/`))
    refuse("requestError", "RESOURCE_NAME_MALFORMED", `Resource name '${name}' is malformed.`, [
      "resource_name",
    ]);
  if (!TEMPORARY.test(name))
    refuse("newResourceCreationError", "CANNOT_SET_ID_FOR_CREATE", "Only temporary ids may be set.", [
      "resource_name",
    ]);
  const number = parseTrailingNumber(name);
  if ([...temporary.keys()].some((other) => parseTrailingNumber(other) === number))
    refuse("newResourceCreationError", "DUPLICATE_TEMP_IDS", "Two resources have the same temporary id.", [
      "resource_name",
    ]);
}

const parseTrailingNumber = (name: string) => /-\d+$/.exec(name)?.[0];

/** The body with real names in place of the temporary ones, at any depth. */
function resolveTemporaryIds(value: unknown, temporary: Temporary): unknown {
  if (Array.isArray(value)) return value.map((each) => resolveTemporaryIds(each, temporary));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, resolveTemporaryIds(each, temporary)]),
    );
  if (typeof value !== "string" || !TEMPORARY.test(value)) return value;
  const real = temporary.get(value);
  if (real === null)
    refuse("newResourceCreationError", "TEMP_ID_RESOURCE_HAD_ERRORS", `${value} could not be made.`);
  if (real === undefined)
    refuse("mutateError", "RESOURCE_NOT_FOUND", `${value} was not made before.`, [], { trigger: value });
  return real;
}

function updateOne(mutation: Mutation, rules: KindRules | null, body: Json, seenNames: Set<string>): string {
  const update = body.update as Json;
  if (typeof update.resourceName !== "string")
    refuse("requestError", "RESOURCE_NAME_MISSING", "The resource name is missing.", [
      "update",
      "resource_name",
    ]);
  checkTouchedOnce(seenNames, update.resourceName);
  if (!rules) {
    const changed = updatedAd(mutation, body);
    if (!changed)
      refuse("mutateError", "RESOURCE_NOT_FOUND", "Resource was not found.", ["update", "resource_name"]);
    mutation.staged.put(changed);
    return update.resourceName;
  }
  if (!rules.update) refuse("operatorError", "OPERATOR_NOT_SUPPORTED", "Cannot be updated.");
  const row = requireRow(mutation, rules, update.resourceName, ["update", "resource_name"]);
  const next = applyMask(rules.message, row.wire, update, body.updateMask);
  const paths = new Set(
    String(body.updateMask)
      .split(",")
      .map((path) => camel(path.trim().split(".")[0] ?? "")),
  );
  const wire = within("update", () => rules.update?.(mutation, row, next, paths) ?? next);
  mutation.staged.put({ ...row, wire });
  return row.id;
}

function removeOne(
  mutation: Mutation,
  rules: KindRules | null,
  name: string,
  seenNames: Set<string>,
): string {
  if (!rules?.remove) refuse("operatorError", "OPERATOR_NOT_SUPPORTED", "Cannot be removed.");
  checkTouchedOnce(seenNames, name);
  const row = requireRow(mutation, rules, name, []);
  rules.remove(mutation, row);
  const wire = "status" in row.wire ? { ...row.wire, status: "REMOVED" } : row.wire;
  mutation.staged.put({ ...row, deleted: true, wire });
  return row.id;
}

function checkTouchedOnce(seenNames: Set<string>, name: string): void {
  if (seenNames.has(name))
    refuse(
      "mutateError",
      "ID_EXISTS_IN_MULTIPLE_MUTATES",
      "A request cannot change the same resource twice.",
      [],
      { trigger: name },
    );
  seenNames.add(name);
}

/** The object of an update or a remove; a removed one cannot be changed again. */
function requireRow(
  mutation: Mutation,
  rules: KindRules,
  name: string,
  at: (string | number)[],
): StoredObject {
  const prefix = `customers/${mutation.customer.id}/${rules.kind}/`;
  if (!/^customers\/\d+\/\w+\/\d+(~\d+)*$/.test(name) || !name.includes(`/${rules.kind}/`))
    refuse("requestError", "RESOURCE_NAME_MALFORMED", `Resource name '${name}' is malformed.`, at, {
      trigger: name,
    });
  const row = name.startsWith(prefix) ? mutation.staged.find(rules.kind, name) : undefined;
  if (!row)
    refuse("mutateError", "RESOURCE_NOT_FOUND", `Resource was not found: ${name}.`, at, { trigger: name });
  if (!row.deleted) return row;
  if (rules.kind === "adGroupAds")
    refuse("adGroupAdError", "CANNOT_OPERATE_ON_REMOVED_ADGROUPAD", "The ad is removed.", at, {
      trigger: name,
    });
  refuse("contextError", "OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE", "The resource is removed.", at, {
    trigger: name,
  });
}
