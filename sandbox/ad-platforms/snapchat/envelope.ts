import type { Json } from "../shared/field-table.ts";
import type { Kind } from "./registry.ts";

export type ApiResponse = { status?: number; body: Json };

/** Each response repeats the plural key with one wrapper for each object, named by the singular. */
const SINGULAR: Record<string, string> = {
  campaigns: "campaign",
  adsquads: "adsquad",
  ads: "ad",
  creatives: "creative",
  media: "media",
  organizations: "organization",
  adaccounts: "adaccount",
  fundingsources: "fundingsource",
  pixels: "pixel",
  public_profiles: "public_profile",
};

export function wrap(plural: string, object: Json): Json {
  return { sub_request_status: "SUCCESS", [SINGULAR[plural] ?? plural]: object };
}

export function success(requestId: string, rest: Json): ApiResponse {
  return { body: { request_status: "SUCCESS", request_id: requestId, ...rest } };
}

export function one(requestId: string, plural: Kind | string, object: Json): ApiResponse {
  return success(requestId, { [plural]: [wrap(plural, object)] });
}
