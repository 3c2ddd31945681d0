import type { Json } from "../shared/field-table.ts";
import type { Customer } from "./demo.ts";
import { refuse } from "./errors.ts";
import { MICROS_STEP, NAME_MAX_BYTES } from "./facts.ts";
import { type Context, type Kind, parseResourceNumber, type StoredObject } from "./registry.ts";
import type { StagedObjects } from "./staged-objects.ts";

/** What a rule can read while it checks one operation. */
export interface Mutation {
  context: Context;
  staged: StagedObjects;
  customer: Customer;
  now: Date;
  /**
   * Properties of the images in this request, by their base64 text: decoded before, because decoding is
   * asynchronous.
   */
  pictures: Map<string, PictureFacts>;
}

export type PictureFacts =
  | { mime: string; width: number; height: number; bytes: number; hash: string }
  | { problem: string };

/** The result of a create: its id, its parent, and the stored object. */
export interface CreateResult {
  /** "22", or "33~44" for a child's id. */
  number: string;
  parentId: string;
  wire: Json;
  /** It exists already, and is returned again instead of created twice. */
  existing?: StoredObject;
}

/** The rules of one kind of object: create, update and remove. A missing verb is not allowed for the kind. */
export interface KindRules {
  kind: Kind;
  message: string;
  /** In the combined call: "campaignOperation", answered by "campaignResult". */
  operation: string;
  /** In its own call: `customers/1/campaigns:mutate`. */
  path: string;
  create?(mutation: Mutation, wire: Json): CreateResult;
  /** Checks the object as it would be after the update. `paths` = the top-level fields that the mask names. */
  update?(mutation: Mutation, stored: StoredObject, next: Json, paths: Set<string>): Json;
  remove?(mutation: Mutation, stored: StoredObject): void;
}

/** A valid name: present, not empty, at most 255 bytes. */
export function checkName(wire: Json, maxBytes = NAME_MAX_BYTES): string {
  const { name } = wire;
  if (typeof name !== "string")
    refuse("fieldError", "REQUIRED", "The required field was not present.", ["name"]);
  if (name.trim() === "") refuse("stringLengthError", "EMPTY", "The name is empty.", ["name"]);
  if (Buffer.byteLength(name) > maxBytes)
    refuse("stringLengthError", "TOO_LONG", `The name has more than ${maxBytes} bytes.`, ["name"], {
      trigger: name,
    });
  return name;
}

/** The object that a field references: of this customer and this kind, existing and not removed. */
export function requireReferenced(mutation: Mutation, kind: Kind, wire: Json, field: string): StoredObject {
  const id = wire[field];
  if (typeof id !== "string" || id === "")
    refuse("fieldError", "REQUIRED", "The required field was not present.", [field]);
  const row = requireByName(mutation, kind, id, [field]);
  if (row.deleted)
    refuse("contextError", "OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE", `${id} is removed.`, [field], {
      trigger: id,
    });
  return row;
}

export function requireByName(
  mutation: Mutation,
  kind: Kind,
  id: string,
  at: (string | number)[],
): StoredObject {
  const match = /^customers\/(\d+)\/([A-Za-z]+)\/(-?\d+(?:~-?\d+)*)$/.exec(id);
  if (!match || match[2] !== kind)
    refuse("requestError", "RESOURCE_NAME_MALFORMED", `Resource name '${id}' is malformed.`, at, {
      trigger: id,
    });
  const row = match[1] === mutation.customer.id ? mutation.staged.find(kind, id) : undefined;
  if (!row)
    refuse("mutateError", "RESOURCE_NOT_FOUND", `Resource was not found: ${id}.`, at, { trigger: id });
  return row;
}

/** A writable status. REMOVED comes by the operation `remove` only. */
export function statusOr(wire: Json, fallback: string): string {
  const status = wire.status ?? fallback;
  if (status === "REMOVED")
    refuse("fieldError", "INVALID_VALUE", "REMOVED cannot be set; use the remove operation.", ["status"]);
  return String(status);
}

/** A bid amount: more than zero, in whole cents. */
export function checkBid(micros: unknown, at: string[]): void {
  if (micros === undefined) return;
  const amount = BigInt(String(micros));
  if (amount <= 0n) refuse("biddingError", "BID_TOO_SMALL", "The bid is too small.", at);
  if (amount % MICROS_STEP !== 0n)
    refuse(
      "biddingError",
      "BID_TOO_MANY_FRACTIONAL_DIGITS",
      "The bid is not a multiple of the billable unit.",
      at,
    );
}

/** Bidding for conversions needs an account with a conversion action. */
export function measuresConversions({ customer, staged }: Mutation): boolean {
  const created = staged.listInAccount("conversionActions", customer.id);
  return customer.conversionActionId !== null || created.some((row) => !row.deleted);
}

/** The campaign's type: SEARCH or DEMAND_GEN. */
export function toChannelType(campaign: StoredObject): string {
  return String(campaign.wire.advertisingChannelType);
}

export const toNumericId = (row: StoredObject): string => parseResourceNumber(row.id);
