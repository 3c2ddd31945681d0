import { createHash } from "node:crypto";
import sharp from "sharp";
import { isObject, type Json } from "../shared/field-table.ts";
import type { Call } from "./api.ts";
import { type AdsProblem, failure, GoogleError, INVALID_ARGUMENT, requestError } from "./errors.ts";
import { OPERATIONS_MAX } from "./facts.ts";
import { mayWrite } from "./guard.ts";
import { allRules, type Operation, type Outcome, tryOperations } from "./mutate.ts";
import { readMessage } from "./read-message.ts";
import type { Kind } from "./registry.ts";
import type { PictureFacts, Scene } from "./rules.ts";
import { makeStage } from "./stage.ts";

/** Calls of one kind: `customers/1/campaigns:mutate`. An ad's content has a call of its own. */
export const kindPaths = new Set(["ads", ...allRules.map(({ path }) => path)]);

const PLURALS: Record<string, string> = {
  adGroupCriteria: "AdGroupCriteria",
  campaignCriteria: "CampaignCriteria",
};

/**
 * Writes all of a request's operations or none of them; with `partialFailure`, those that can be.
 * The fault `half_done`: a request that is all or nothing is done, and answered as if it had failed; of one that allows
 * partial failure the first half is done.
 */
export async function answerMutate(call: Call, what: string): Promise<Json> {
  mayWrite(call);
  const { room, request, customer } = call;
  const isForAll = what === "googleAds";
  const body = readMessage(isForAll ? "MutateGoogleAdsRequest" : messageOf(what), request.body);
  const operations = isForAll ? operationsForAll(body) : operationsOf(what, body);
  if (operations.length === 0)
    throw requestError(
      400,
      "requestError",
      "REQUIRED_FIELD_MISSING",
      "Required field is missing: operations.",
    );
  if (operations.length > OPERATIONS_MAX)
    throw requestError(400, "requestError", "TOO_MANY_MUTATE_OPERATIONS", "Too many operations.");
  const pictures = await picturesIn(operations);
  const at = { method: request.method, path: request.vendorPath };
  const half = room.world.faults.take("google", ["half_done"], at);
  const isPartial = body.partialFailure === true;
  const tried = half && isPartial ? operations.slice(0, Math.ceil(operations.length / 2)) : operations;
  const scene: Scene = { room, customer, stage: makeStage(room), now: room.world.now(), pictures };
  const outcome = tryOperations(scene, tried);
  if (outcome.problems.length > 0 && !isPartial) throw refusal(outcome.problems);
  if (body.validateOnly === true) return {};
  scene.stage.commit();
  if (half) throw requestError(500, "internalError", "INTERNAL_ERROR", "An internal error has occurred.");
  return answerOf(call, isForAll, tried, outcome, body.responseContentType === "MUTABLE_RESOURCE");
}

/** What may not be done is a 403; everything else that is wrong is the request's fault. */
function refusal(problems: AdsProblem[]): GoogleError {
  return new GoogleError(400, INVALID_ARGUMENT, problems);
}

function messageOf(path: string): string {
  const plural = PLURALS[path] ?? `${path.slice(0, 1).toUpperCase()}${path.slice(1)}`;
  return `Mutate${plural}Request`;
}

function operationsOf(path: string, body: Json): Operation[] {
  const rules = allRules.find((one) => one.path === path) ?? null;
  const list = Array.isArray(body.operations) ? (body.operations as Json[]) : [];
  return list.map((operation, index) => ({ rules, body: operation, at: ["operations", index] }));
}

function operationsForAll(body: Json): Operation[] {
  const list = Array.isArray(body.mutateOperations) ? (body.mutateOperations as Json[]) : [];
  return list.map((wrapper, index) => {
    const [name, operation] = Object.entries(wrapper)[0] ?? [];
    if (!name || !isObject(operation))
      throw requestError(400, "requestError", "OPERATION_REQUIRED", "An operation is empty.");
    const rules = allRules.find((one) => one.operation === name) ?? null;
    return { rules, body: operation, at: ["mutate_operations", index, name] };
  });
}

function answerOf(
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
      ...(isWhole && rules ? { [nounOf(rules.operation)]: whole(call, rules.kind, id) } : {}),
    };
    return isForAll ? { [rules ? `${nounOf(rules.operation)}Result` : "adResult"]: result } : result;
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

const nounOf = (operation: string) => operation.slice(0, -"Operation".length);

function whole({ room }: Call, kind: Kind, id: string): Json {
  const { hash: _hash, ...wire } = room.objects.tables[kind].get(id)?.wire ?? {};
  return { resourceName: id, ...wire };
}

const MIMES: Record<string, string> = { jpeg: "IMAGE_JPEG", png: "IMAGE_PNG", gif: "IMAGE_GIF" };

/** Looks at every picture of the request: reading takes time, and the rules are judged at once. */
async function picturesIn(operations: Operation[]): Promise<Map<string, PictureFacts>> {
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
