import type { FastifyInstance } from "fastify";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { abuseCalls } from "../contract/abuse.calls.ts";
import { domainsCalls } from "../contract/domains.calls.ts";
import { linksCalls } from "../contract/links.calls.ts";
import { startBulkLinks } from "./bulk-links.ts";
import { addDomain, type DomainsDeps, listDomains, removeDomain, verifyDomain } from "./domains.ts";
import { editLink, tagLink } from "./edit-link.ts";
import { exportClicks } from "./export-clicks.ts";
import { type ExportDeps, exportLinks } from "./export-links.ts";
import { type AbuseDeps, dismissReport, listReports, setBlock } from "./handle-abuse.ts";
import { type LinkChangesDeps, listLinkChanges } from "./link-changes.ts";
import { type LinkReportDeps, reportLink } from "./link-report.ts";
import { listLinks, loadLink } from "./list-links.ts";
import { listOptions } from "./list-options.ts";
import { type MakeLinkDeps, makeLink } from "./make-link.ts";
import { previewLink } from "./preview-link.ts";
import { drawQr } from "./qr.ts";
import { removeLogo, setLogo } from "./qr-logo.ts";
import { resumeLink, stopLink } from "./stop-link.ts";

export type LinksDeps = MakeLinkDeps &
  ExportDeps &
  DomainsDeps &
  AbuseDeps &
  LinkReportDeps &
  LinkChangesDeps &
  Parameters<typeof listOptions>[0];

/** The calls about links, merchants' own hosts, and reports of abuse. */
export function mountLinks(app: FastifyInstance, context: HttpContext, deps: LinksDeps): void {
  const bulk = startBulkLinks(deps);

  mountCalls(app, context, linksCalls, {
    "GET Clients/Tracking/index": ({ ctx, query }) => listLinks(deps)(ctx, query),
    "GET Clients/Tracking/export": async ({ ctx, query, language }) =>
      exportLinks(deps)(ctx, { query, language }),
    "GET Clients/Tracking/options": ({ ctx }) => listOptions(deps)(ctx),
    "POST Clients/Tracking/create": ({ ctx, body }) => makeLink(deps)(ctx, body),
    "POST Clients/Tracking/bulk": ({ ctx, body }) => bulk(ctx, body),
    "GET Clients/Tracking/{id}": ({ ctx, params, query }) =>
      loadLink(deps)(ctx, { linkId: params.id, ...query }),
    "PUT Clients/Tracking/{id}": ({ ctx, params, body }) =>
      editLink(deps)(ctx, { linkId: params.id, fields: body }),
    "PUT Clients/Tracking/{id}/tags": ({ ctx, params, body }) =>
      tagLink(deps)(ctx, { linkId: params.id, tags: body.tags }),
    "POST Clients/Tracking/{id}/stop": ({ ctx, params }) => stopLink(deps)(ctx, { linkId: params.id }),
    "POST Clients/Tracking/{id}/resume": ({ ctx, params }) => resumeLink(deps)(ctx, { linkId: params.id }),
    "GET Clients/Tracking/{id}/report": ({ ctx, params, query, language }) =>
      reportLink(deps)(ctx, { linkId: params.id, language, ...query }),
    "GET Clients/Tracking/{id}/changes": ({ ctx, params, query }) =>
      listLinkChanges(deps)(ctx, { linkId: params.id, ...query }),
    "GET Clients/Tracking/{id}/clicks": ({ ctx, params, query, language }) =>
      exportClicks(deps)(ctx, { linkId: params.id, language, ...query }),
    "GET Clients/Tracking/{id}/qr": ({ ctx, params, query }) =>
      drawQr(deps)(ctx, { linkId: params.id, ...query }),
    "POST Clients/Tracking/logo": ({ ctx, file }) => setLogo(ctx, file),
    "DELETE Clients/Tracking/logo": ({ ctx }) => removeLogo(ctx),
    "POST Clients/Tracking/preview": ({ ctx, body }) => previewLink(deps)(ctx, body),
  });
  mountCalls(app, context, domainsCalls, {
    "GET Clients/Tracking/domains": ({ ctx }) => listDomains(deps)(ctx),
    "POST Clients/Tracking/domains": ({ ctx, body }) => addDomain(deps)(ctx, body),
    "POST Clients/Tracking/domains/{id}/verify": ({ ctx, params }) => verifyDomain(deps)(ctx, params),
    "DELETE Clients/Tracking/domains/{id}": ({ ctx, params }) => removeDomain(ctx, params),
  });
  mountCalls(app, context, abuseCalls, {
    "GET Staff/Tracking/reports": ({ ctx, query }) => listReports(deps)(ctx, query),
    "POST Staff/Tracking/links/{id}/block": ({ ctx, params, body }) =>
      setBlock(deps)(ctx, { linkId: params.id, reason: body.reason }),
    "POST Staff/Tracking/links/{id}/unblock": ({ ctx, params }) =>
      setBlock(deps)(ctx, { linkId: params.id, reason: null }),
    "POST Staff/Tracking/reports/{report_id}/dismiss": ({ ctx, params }) =>
      dismissReport(deps)(ctx, { reportId: params.report_id }),
  });
}
