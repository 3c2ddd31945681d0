import { z } from "zod";
import { allRows, type Caller, quoted, type Wire } from "./wire.ts";

/** "customers/1234567890/campaigns/22"; negative numbers are names for one request only. */
export function nameOf(caller: Caller, kind: string, id: string | number): string {
  return `customers/${caller.adAccountId}/${kind}/${id}`;
}

/** "22" of a campaign's name, "33~44" of an ad's. */
export function idIn(resourceName: string): string {
  return resourceName.slice(resourceName.lastIndexOf("/") + 1);
}

/** Google counts names in bytes, and Arabic letters have two. */
const nameMaxBytes = 255;

/** The merchant's name as Google takes it; with our reference behind it where another object bears the same. */
export function writtenName(name: string, reference: string, isTaken: boolean): string {
  const mark = isTaken ? ` [${reference}]` : "";
  const room = nameMaxBytes - Buffer.byteLength(mark);
  let written = "";
  // Control characters, a line's end among them, are refused in names.
  for (const sign of name.replaceAll(/\p{Cc}+/gu, " ").trim() || reference) {
    if (Buffer.byteLength(written + sign) > room) break;
    written += sign;
  }
  return written.trimEnd().toWellFormed() + mark;
}

/** Whether a campaign of the account, or an ad group of the campaign, bears the name already: Google takes it once. */
export async function isTaken(
  wire: Wire,
  caller: Caller,
  resource: "campaign" | "ad_group",
  name: string,
  campaignId: string | null = null,
): Promise<boolean> {
  const within = campaignId === null ? "" : ` AND campaign.id = ${Number(campaignId)}`;
  const query = `SELECT ${resource}.id FROM ${resource} WHERE ${resource}.name = ${quoted(name)} AND ${resource}.status != 'REMOVED'${within} LIMIT 1`;
  return (await allRows(wire, caller, query, z.looseObject({}))).length > 0;
}
