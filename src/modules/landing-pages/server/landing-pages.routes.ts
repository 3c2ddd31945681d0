import type { FastifyInstance } from "fastify";
import type { ReadContext } from "#base/server/context.ts";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { landingPagesCalls } from "../contract/landing-pages.calls.ts";
import { createPage, editPage, loadPage, publishPage, unpublishPage } from "./change-pages.ts";
import { changeSlug, deletePage, duplicatePage, restoreVersion } from "./keep-pages.ts";
import type { LandingPagesDeps } from "./landing-pages.deps.ts";
import { loadFigures, sumFigures } from "./load-figures.ts";
import { listPages } from "./pages.store.ts";
import { presentDetails, presentPage, presentVersions } from "./present-page.ts";
import { listLeading, useInCampaign } from "./use-in-campaign.ts";
import { listVersions } from "./versions.store.ts";

export function mountLandingPages(app: FastifyInstance, http: HttpContext, deps: LandingPagesDeps): void {
  const present = presentPage(deps);
  const details = presentDetails(deps);
  mountCalls(app, http, landingPagesCalls, {
    "GET Clients/LandingPages/pages": ({ ctx, query }) => listPage(deps)(ctx, query),
    "POST Clients/LandingPages/pages": async ({ ctx, body }) => present(await createPage(deps)(ctx, body)),
    "GET Clients/LandingPages/pages/{id}": async ({ ctx, params }) =>
      details(ctx, await loadPage(ctx, params.id)),
    "PUT Clients/LandingPages/pages/{id}": async ({ ctx, params, body }) =>
      details(ctx, await editPage(ctx, { ...body, ...params })),
    "POST Clients/LandingPages/pages/{id}/publish": async ({ ctx, params }) =>
      present(await publishPage(deps)(ctx, params)),
    "POST Clients/LandingPages/pages/{id}/unpublish": async ({ ctx, params }) =>
      present(await unpublishPage(ctx, params)),
    "PUT Clients/LandingPages/pages/{id}/slug": async ({ ctx, params, body }) =>
      present(await changeSlug(deps)(ctx, { ...params, ...body })),
    "POST Clients/LandingPages/pages/{id}/duplicate": async ({ ctx, params }) =>
      present(await duplicatePage(deps)(ctx, params)),
    "POST Clients/LandingPages/pages/{id}/draft": ({ ctx, params }) => useInCampaign(deps)(ctx, params),
    "DELETE Clients/LandingPages/pages/{id}": ({ ctx, params }) => deletePage(deps)(ctx, params),
    "GET Clients/LandingPages/pages/{id}/campaigns": ({ ctx, params }) => listLeading(deps)(ctx, params),
    "GET Clients/LandingPages/pages/{id}/figures": ({ ctx, params }) => loadFigures(deps)(ctx, params),
    "GET Clients/LandingPages/pages/{id}/versions": async ({ ctx, params }) =>
      presentVersions(deps)(await loadPage(ctx, params.id), await listVersions(ctx, params.id)),
    "POST Clients/LandingPages/pages/{id}/versions/{number}/restore": async ({ ctx, params, body }) =>
      details(ctx, await restoreVersion(ctx, { ...params, ...body })),
  });
}

type Query = { after?: string | undefined; size: number };

const listPage =
  (deps: LandingPagesDeps) =>
  async (ctx: ReadContext, { after, size }: Query) => {
    const rows = await listPages(ctx, { after: after ?? null, limit: size + 1 });
    const shown = rows.slice(0, size);
    const figures = await sumFigures(deps)(
      ctx,
      shown.map(({ id }) => id),
    );
    const items = shown.map((page) => ({
      ...presentPage(deps)(page),
      figures: figures.get(page.id) ?? { views: 0, taps: 0, orders: 0 },
    }));
    return { items, next: rows.length > size ? (shown.at(-1)?.id ?? null) : null };
  };
