import { z } from "zod";
import { file } from "#base/shared/answer-kinds.ts";
import { defineCalls, exportLimits, requiredText, text } from "#base/shared/contract.ts";
import { operationRow } from "#base/shared/operations.calls.ts";
import { bulkRowsMax } from "./link-enums.ts";
import {
  linkChange,
  linkDetails,
  linkFields,
  linkOptions,
  linkPeriod,
  linkReport,
  linksExportQuery,
  linksPage,
  linksQuery,
  linkTags,
} from "./link-shapes.ts";
import { typedTrackingId } from "./tracking-id.ts";

const reading = { subject: "tracking_link", action: "read" } as const;
const managing = { subject: "tracking_link", action: "manage" } as const;
const byId = z.object({ id: typedTrackingId });
const notFound = "tracking.link_not_found";
const fieldRefusals = [
  "tracking.destination_not_registered",
  "tracking.domain_not_verified",
  "tracking.expiry_in_past",
] as const;

const spreadsheet = file({
  types: ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "text/csv; charset=utf-8"],
});

/** One row of a pasted list, as typed: each is checked alone when its link is made. */
export const bulkRow = z.object({
  name: text(200).default(""),
  destination_url: text(2_000).default(""),
  project_name: text(200).default(""),
  campaign_id: text(40).default(""),
  ad_group_id: text(40).default(""),
  ad_id: text(40).default(""),
});
export type BulkRow = z.output<typeof bulkRow>;

export const linksCalls = defineCalls({
  "GET Clients/Tracking/index": {
    summary: "The merchant's tracking links, by hand and of ads, with what they brought in a period",
    access: reading,
    readsReplica: true,
    query: linksQuery,
    answer: linksPage,
  },
  "GET Clients/Tracking/export": {
    summary: "All links that a filter finds, as a file",
    access: reading,
    readsReplica: true,
    query: linksExportQuery,
    answer: spreadsheet,
  },
  "GET Clients/Tracking/options": {
    summary: "What the form for a link offers: tags in use, UTM values of the stores' orders, own domains",
    access: reading,
    answer: linkOptions,
  },
  "POST Clients/Tracking/create": {
    summary: "Makes a link by hand",
    access: managing,
    body: linkFields,
    answer: linkDetails,
    refusals: [...fieldRefusals, "tracking.too_many_links"],
    idempotent: true,
  },
  "POST Clients/Tracking/bulk": {
    summary: "Makes a link of each row, as an operation with a result for each",
    access: managing,
    body: z.object({
      rows: z.array(bulkRow).min(1).max(bulkRowsMax),
      platform: linkFields.shape.platform,
      tags: linkTags,
      utm: linkFields.shape.utm,
      expires_at: linkFields.shape.expires_at,
      domain_id: linkFields.shape.domain_id,
    }),
    answer: operationRow,
    refusals: ["tracking.domain_not_verified", "tracking.expiry_in_past", "tracking.too_many_links"],
    idempotent: true,
  },
  "GET Clients/Tracking/{id}": {
    summary: "One link",
    access: reading,
    params: byId,
    query: z.object(linkPeriod),
    answer: linkDetails,
    refusals: [notFound],
  },
  "PUT Clients/Tracking/{id}": {
    summary: "Changes a link made by hand; its address stays, and what it led to before is kept",
    access: managing,
    params: byId,
    body: linkFields,
    answer: linkDetails,
    refusals: [notFound, "tracking.link_of_ad", ...fieldRefusals],
  },
  "PUT Clients/Tracking/{id}/tags": {
    summary: "Sets the tags of any link, of an ad too",
    access: managing,
    params: byId,
    body: z.object({ tags: linkTags }),
    answer: linkDetails,
    refusals: [notFound],
  },
  "POST Clients/Tracking/{id}/stop": {
    summary: "Stops a link: from now on it answers with a page that says it is no longer in use",
    access: managing,
    params: byId,
    answer: linkDetails,
    refusals: [notFound],
  },
  "POST Clients/Tracking/{id}/resume": {
    summary: "Puts a stopped link to use again; not one that our staff blocked",
    access: managing,
    params: byId,
    answer: linkDetails,
    refusals: [notFound, "tracking.link_blocked"],
  },
  "GET Clients/Tracking/{id}/report": {
    summary: "What a link brought by day and hour, and by whom: city, device, app, referrer",
    access: reading,
    readsReplica: true,
    params: byId,
    query: z.object(linkPeriod),
    answer: linkReport,
    refusals: [notFound],
  },
  "GET Clients/Tracking/{id}/changes": {
    summary: "What was changed of a link, newest first",
    access: reading,
    readsReplica: true,
    params: byId,
    query: z.object({
      before: z.coerce.number().int().min(1).optional(),
      size: z.coerce.number().int().min(1).max(100).default(20),
    }),
    answer: z.object({ items: z.array(linkChange), next: z.number().int().nullable() }),
    refusals: [notFound],
  },
  "GET Clients/Tracking/{id}/clicks": {
    summary: "A link's clicks one by one, as CSV while they are read",
    access: reading,
    readsReplica: true,
    ...exportLimits,
    params: byId,
    query: z.object(linkPeriod),
    answer: file({ types: ["text/csv; charset=utf-8"] }),
    refusals: [notFound],
  },
  "GET Clients/Tracking/{id}/qr": {
    summary: "A link's QR code with error correction H, with the merchant's logo where there is one",
    access: reading,
    params: byId,
    query: z.object({
      format: z.enum(["svg", "png"]).default("svg"),
      /** The side of a PNG in pixels. */
      size: z.coerce.number().int().min(200).max(4_000).default(1_200),
      logo: z.enum(["on", "off"]).default("on"),
    }),
    answer: file({ types: ["image/svg+xml", "image/png"] }),
    refusals: [notFound],
  },
  "POST Clients/Tracking/logo": {
    summary: "Sets the picture in the middle of the merchant's QR codes: PNG, JPEG or WebP of at most 2 MB",
    access: managing,
    multipart: true,
    body: z.object({}),
    answer: z.null(),
    refusals: ["tracking.logo_not_valid"],
  },
  "DELETE Clients/Tracking/logo": {
    summary: "Removes it",
    access: managing,
    answer: z.null(),
  },
  "POST Clients/Tracking/preview": {
    summary: "The address that a link with these fields would lead to, before it is made",
    access: reading,
    body: z.object({
      destination_url: requiredText(2_000),
      platform: linkFields.shape.platform,
      utm: linkFields.shape.utm,
    }),
    answer: z.object({ landing_url: z.string() }),
    refusals: ["tracking.destination_not_registered"],
  },
});

export type LinksCalls = typeof linksCalls;
