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
import { bondRules, labelRules } from "./label.rules.ts";
import { type Kept, resourceName } from "./registry.ts";
import type { KindRules, Scene } from "./rules.ts";
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
  ...bondRules,
  conversionRules,
];

/** One operation of a request; `rules` null = a change of an ad's content, which is no kind of its own. */
export interface Operation {
  rules: KindRules | null;
  body: Json;
  /** Where it stands in the request, for the locations of errors. */
  at: (string | number)[];
}

export interface Outcome {
  /** The resource name of each operation; null where it failed. */
  results: (string | null)[];
  problems: AdsProblem[];
}

/** Names made up for this request (negative numbers), and what they became; null = its operation failed. */
type Temporary = Map<string, string | null>;

/** Tries every operation in order on the scene's stage. Whether anything is kept is the caller's to decide. */
export function tryOperations(scene: Scene, operations: Operation[]): Outcome {
  const outcome: Outcome = { results: [], problems: [] };
  const temporary: Temporary = new Map();
  const touched = new Set<string>();
  for (const operation of operations) {
    const goBack = scene.stage.mark();
    try {
      outcome.results.push(tryOne(scene, operation, temporary, touched));
    } catch (error) {
      if (!(error instanceof AdsFault)) throw error;
      goBack();
      noteFailed(operation.body, temporary);
      outcome.results.push(null);
      outcome.problems.push({ ...error.problem, at: [...operation.at, ...error.problem.at] });
    }
  }
  return outcome;
}

function noteFailed(body: Json, temporary: Temporary): void {
  const name = (body.create as Json | undefined)?.resourceName;
  if (typeof name === "string" && TEMPORARY.test(name) && !temporary.has(name)) temporary.set(name, null);
}

function tryOne(
  scene: Scene,
  { rules, body, at: _at }: Operation,
  temporary: Temporary,
  touched: Set<string>,
): string {
  if (isObject(body.create)) {
    if (!rules?.create) refuse("operatorError", "OPERATOR_NOT_SUPPORTED", "Cannot be created.");
    return within("create", () => createOne(scene, rules, body.create as Json, temporary));
  }
  if (isObject(body.update)) return updateOne(scene, rules, withReal(body, temporary) as Json, touched);
  if (typeof body.remove !== "string")
    refuse("requestError", "OPERATION_REQUIRED", "The operation holds neither create, update nor remove.");
  return within("remove", () => removeOne(scene, rules, String(body.remove), touched));
}

/** Adds the verb in front of where a rule found something. */
function within<Result>(verb: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof AdsFault)) throw error;
    throw new AdsFault({ ...error.problem, at: [verb, ...error.problem.at] });
  }
}

/** The last number is the negative one: "campaigns/-2", "adGroupAds/33~-4". */
const TEMPORARY = /^customers\/\d+\/\w+\/(?:-?\d+~)*-\d+$/;

function createOne(scene: Scene, rules: KindRules, sent: Json, temporary: Temporary): string {
  const { resourceName: asked, ...body } = sent;
  if (asked !== undefined) checkAskedName(scene, rules, String(asked), temporary);
  refuseGivenFields(rules.message, body, []);
  const made = rules.create?.(scene, withReal(body, temporary) as Json);
  if (!made) throw new Error(`${rules.kind} cannot be created`);
  const id = made.standing?.id ?? resourceName(scene.customer.id, rules.kind, made.number);
  if (!made.standing)
    scene.stage.put({
      id,
      kind: rules.kind,
      account_id: scene.customer.id,
      parent_id: made.parentId,
      turn: scene.stage.find(rules.kind, id)?.turn ?? 0,
      deleted: false,
      submitted_at: scene.now.getTime(),
      wire: made.wire,
    });
  if (typeof asked === "string") temporary.set(asked, id);
  return id;
}

function checkAskedName({ customer }: Scene, rules: KindRules, name: string, temporary: Temporary): void {
  if (!name.startsWith(`customers/${customer.id}/${rules.kind}/`))
    refuse("requestError", "RESOURCE_NAME_MALFORMED", `Resource name '${name}' is malformed.`, [
      "resource_name",
    ]);
  if (!TEMPORARY.test(name))
    refuse("newResourceCreationError", "CANNOT_SET_ID_FOR_CREATE", "Only temporary ids may be set.", [
      "resource_name",
    ]);
  const number = lastNumberOf(name);
  if ([...temporary.keys()].some((other) => lastNumberOf(other) === number))
    refuse("newResourceCreationError", "DUPLICATE_TEMP_IDS", "Two resources have the same temporary id.", [
      "resource_name",
    ]);
}

const lastNumberOf = (name: string) => /-\d+$/.exec(name)?.[0];

/** The body with the real names in place of the temporary ones, wherever they stand. */
function withReal(value: unknown, temporary: Temporary): unknown {
  if (Array.isArray(value)) return value.map((each) => withReal(each, temporary));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withReal(each, temporary)]));
  if (typeof value !== "string" || !TEMPORARY.test(value)) return value;
  const real = temporary.get(value);
  if (real === null)
    refuse("newResourceCreationError", "TEMP_ID_RESOURCE_HAD_ERRORS", `${value} could not be made.`);
  if (real === undefined)
    refuse("mutateError", "RESOURCE_NOT_FOUND", `${value} was not made before.`, [], { trigger: value });
  return real;
}

function updateOne(scene: Scene, rules: KindRules | null, body: Json, touched: Set<string>): string {
  const update = body.update as Json;
  if (typeof update.resourceName !== "string")
    refuse("requestError", "RESOURCE_NAME_MISSING", "The resource name is missing.", [
      "update",
      "resource_name",
    ]);
  touchOnce(touched, update.resourceName);
  if (!rules) {
    const changed = updatedAd(scene, body);
    if (!changed)
      refuse("mutateError", "RESOURCE_NOT_FOUND", "Resource was not found.", ["update", "resource_name"]);
    scene.stage.put(changed);
    return update.resourceName;
  }
  if (!rules.update) refuse("operatorError", "OPERATOR_NOT_SUPPORTED", "Cannot be updated.");
  const row = rowFor(scene, rules, update.resourceName, ["update", "resource_name"]);
  const next = applyMask(rules.message, row.wire, update, body.updateMask);
  const paths = new Set(
    String(body.updateMask)
      .split(",")
      .map((path) => camel(path.trim().split(".")[0] ?? "")),
  );
  const wire = within("update", () => rules.update?.(scene, row, next, paths) ?? next);
  scene.stage.put({ ...row, wire });
  return row.id;
}

function removeOne(scene: Scene, rules: KindRules | null, name: string, touched: Set<string>): string {
  if (!rules?.remove) refuse("operatorError", "OPERATOR_NOT_SUPPORTED", "Cannot be removed.");
  touchOnce(touched, name);
  const row = rowFor(scene, rules, name, []);
  rules.remove(scene, row);
  const wire = "status" in row.wire ? { ...row.wire, status: "REMOVED" } : row.wire;
  scene.stage.put({ ...row, deleted: true, wire });
  return row.id;
}

function touchOnce(touched: Set<string>, name: string): void {
  if (touched.has(name))
    refuse(
      "mutateError",
      "ID_EXISTS_IN_MULTIPLE_MUTATES",
      "A request cannot change the same resource twice.",
      [],
      { trigger: name },
    );
  touched.add(name);
}

/** The object an update or a remove names; what is removed cannot be touched again. */
function rowFor(scene: Scene, rules: KindRules, name: string, at: (string | number)[]): Kept {
  const prefix = `customers/${scene.customer.id}/${rules.kind}/`;
  if (!/^customers\/\d+\/\w+\/\d+(~\d+)*$/.test(name) || !name.includes(`/${rules.kind}/`))
    refuse("requestError", "RESOURCE_NAME_MALFORMED", `Resource name '${name}' is malformed.`, at, {
      trigger: name,
    });
  const row = name.startsWith(prefix) ? scene.stage.find(rules.kind, name) : undefined;
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
