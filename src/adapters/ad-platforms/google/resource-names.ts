import { z } from "zod";
import { type ApiClient, type Caller, loadRows, quote } from "./api-client.ts";

/** "customers/1234567890/campaigns/22"; negative numbers are names within one request only. */
export function toResourceName(caller: Caller, kind: string, id: string | number): string {
  return `customers/${caller.adAccountId}/${kind}/${id}`;
}

/** "22" from a campaign's resource name, "33~44" from an ad's. */
export function parseId(resourceName: string): string {
  return resourceName.slice(resourceName.lastIndexOf("/") + 1);
}

/** Google counts names in bytes; Arabic letters have two. */
const nameMaxBytes = 255;

/** The merchant's name as Google accepts it; with our reference appended if another object has the same name. */
export function formatName(name: string, reference: string, isNameInUse: boolean): string {
  const suffix = isNameInUse ? ` [${reference}]` : "";
  const maxBytes = nameMaxBytes - Buffer.byteLength(suffix);
  let fitted = "";
  // Names with control characters, line breaks among them, are refused.
  for (const character of name.replaceAll(/\p{Cc}+/gu, " ").trim() || reference) {
    if (Buffer.byteLength(fitted + character) > maxBytes) break;
    fitted += character;
  }
  return fitted.trimEnd().toWellFormed() + suffix;
}

/** Whether a campaign of the account, or an ad group of the campaign, already has the name: Google accepts it once. */
export async function isNameInUse(
  client: ApiClient,
  caller: Caller,
  resource: "campaign" | "ad_group",
  name: string,
  campaignId: string | null = null,
): Promise<boolean> {
  const within = campaignId === null ? "" : ` AND campaign.id = ${Number(campaignId)}`;
  const query = `SELECT ${resource}.id FROM ${resource} WHERE ${resource}.name = ${quote(name)} AND ${resource}.status != 'REMOVED'${within} LIMIT 1`;
  return (await loadRows(client, caller, query, z.looseObject({}))).length > 0;
}
