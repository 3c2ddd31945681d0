import { createHash } from "node:crypto";
import sharp from "sharp";
import { isObject, type Json } from "../shared/field-table.ts";
import type { Call } from "./api.ts";
import { type AdsProblem, failure, GoogleError, INVALID_ARGUMENT, requestError } from "./errors.ts";
import { OPERATIONS_MAX } from "./facts.ts";
import { requireWrite } from "./guard.ts";
import { allRules, applyOperations, type Operation, type Outcome } from "./mutate.ts";
import { parseMessage } from "./parse-message.ts";
import type { Kind } from "./registry.ts";
import type { Mutation, PictureFacts } from "./rules.ts";
import { makeStagedObjects } from "./staged-objects.ts";

/** Calls of one kind: `customers/1/campaigns:mutate`. An ad's content has its own call. */
export const kindPaths = new Set(["ads", ...allRules.map(({ path }) => path)]);

const PLURALS: Record<string, string> = {
  adGroupCriteria: "AdGroupCriteria",
  campaignCriteria: "CampaignCriteria",
};

/**
 * Applies all operations of a request or none; with `partialFailure`, those that are valid. The fault `half_done`:
 * an atomic request is applied and answered as failed; of one that allows partial failure the first half is applied.
 */
export async function handleMutate(call: Call, what: string): Promise<Json> {
  requireWrite(call);
  const { context, request, customer } = call;
  const isForAll = what === "googleAds";
  const body = parseMessage(isForAll ? "MutateGoogleAdsRequest" : toMessageName(what), request.body);
  const operations = isForAll ? parseMixedOperations(body) : parseOperations(what, body);
  if (operations.length === 0)
    throw requestError(
      400,
      "requestError",
      "REQUIRED_FIELD_MISSING",
      "Required field is missing: operations.",
    );
  if (operations.length > OPERATIONS_MAX)
    throw requestError(400, "requestError", "TOO_MANY_MUTATE_OPERATIONS", "Too many operations.");
  const pictures = await decodePictures(operations);
  const at = { method: request.method, path: request.vendorPath };
  const half = context.world.faults.consume("google", ["half_done"], at);
  const isPartial = body.partialFailure === true;
  const tried = half && isPartial ? operations.slice(0, Math.ceil(operations.length / 2)) : operations;
  const mutation: Mutation = {
    context,
    customer,
    staged: makeStagedObjects(context),
    now: context.world.now(),
    pictures,
  };
  const outcome = applyOperations(mutation, tried);
  if (outcome.problems.length > 0 && !isPartial) throw refusal(outcome.problems);
  if (body.validateOnly === true) return {};
  mutation.staged.commit();
  if (half) throw requestError(500, "internalError", "INTERNAL_ERROR", "An internal error has occurred.");
  return toMutateResponse(call, isForAll, tried, outcome, body.responseContentType === "MUTABLE_RESOURCE");
}

/** Missing permission is a 403; every other error is a 400. */
function refusal(problems: AdsProblem[]): GoogleError {
  return new GoogleError(400, INVALID_ARGUMENT, problems);
}

function toMessageName(path: string): string {
  const plural = PLURALS[path] ?? `${path.slice(0, 1).toUpperCase()}${path.slice(1)}`;
  return `Mutate${plural}Request`;
}

function parseOperations(path: string, body: Json): Operation[] {
  const rules = allRules.find((one) => one.path === path) ?? null;
  const list = Array.isArray(body.operations) ? (body.operations as Json[]) : [];
  return list.map((operation, index) => ({ rules, body: operation, at: ["operations", index] }));
}

function parseMixedOperations(body: Json): Operation[] {
  const list = Array.isArray(body.mutateOperations) ? (body.mutateOperations as Json[]) : [];
  return list.map((wrapper, index) => {
    const [name, operation] = Object.entries(wrapper)[0] ?? [];
    if (!name || !isObject(operation))
      throw requestError(400, "requestError", "OPERATION_REQUIRED", "An operation is empty.");
    const rules = allRules.find((one) => one.operation === name) ?? null;
    return { rules, body: operation, at: ["mutate_operations", index, name] };
  });
}

function toMutateResponse(
  call: Call,
  isForAll: boolean,
  operations: Operation[],
  { results, problems }: Outcome,
  isWhole: boolean,
): Json {
  const entries = results.map((id, index) => {
    const rules = operations[index]?.rules;
    if (id === null) return {};
    const result = {
      resourceName: id,
      ...(isWhole && rules
        ? { [toResourceKey(rules.operation)]: presentResource(call, rules.kind, id) }
        : {}),
    };
    return isForAll ? { [rules ? `${toResourceKey(rules.operation)}Result` : "adResult"]: result } : result;
  });
  const error = problems.length > 0 && {
    code: 3,
    message: problems.map(({ message }) => message).join(" "),
    details: [failure(problems, call.version, call.requestId)],
  };
  return {
    ...(error ? { partialFailureError: error } : {}),
    [isForAll ? "mutateOperationResponses" : "results"]: entries,
  };
}

const toResourceKey = (operation: string) => operation.slice(0, -"Operation".length);

function presentResource({ context }: Call, kind: Kind, id: string): Json {
  const { hash: _hash, ...wire } = context.objects.tables[kind].get(id)?.wire ?? {};
  return { resourceName: id, ...wire };
}

const MIMES: Record<string, string> = { jpeg: "IMAGE_JPEG", png: "IMAGE_PNG", gif: "IMAGE_GIF" };

/** Decodes every image of the request first: decoding is asynchronous, and the rules are synchronous. */
async function decodePictures(operations: Operation[]): Promise<Map<string, PictureFacts>> {
  const pictures = new Map<string, PictureFacts>();
  for (const { body } of operations) {
    const data = ((body.create as Json | undefined)?.imageAsset as Json | undefined)?.data;
    if (typeof data === "string" && !pictures.has(data)) pictures.set(data, await readPicture(data));
  }
  return pictures;
}

async function readPicture(base64: string): Promise<PictureFacts> {
  const bytes = Buffer.from(base64, "base64");
  try {
    const { format, width, height, pages = 1 } = await sharp(bytes, { animated: true }).metadata();
    await sharp(bytes, { failOn: "truncated" }).stats();
    const mime = MIMES[format ?? ""];
    if (!mime || !width || !height) return { problem: "format" };
    if (pages > 1) return { problem: "animated" };
    const hash = createHash("sha256").update(bytes).digest("hex");
    return { mime, width, height, bytes: bytes.length, hash };
  } catch {
    return { problem: "unreadable" };
  }
}
