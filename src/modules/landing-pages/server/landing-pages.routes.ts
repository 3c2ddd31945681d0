import type { FastifyInstance } from "fastify";
import type { ReadContext } from "#base/server/context.ts";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import type { Language } from "#base/shared/language.ts";
import { type LandingPage, landingPagesCalls, type pageStatuses } from "../contract/landing-pages.calls.ts";
import { createPage, editPage, publishPage, toPageUrl, unpublishPage } from "./change-pages.ts";
import type { LandingPagesDeps } from "./landing-pages.deps.ts";
import { listPages, type PageRecord } from "./pages.store.ts";

export function mountLandingPages(app: FastifyInstance, http: HttpContext, deps: LandingPagesDeps): void {
  const present = presentPage(deps);
  mountCalls(app, http, landingPagesCalls, {
    "GET Clients/LandingPages/pages": ({ ctx, query }) => listPage(ctx, query, present),
    "POST Clients/LandingPages/pages": async ({ ctx, body }) => present(await createPage(deps)(ctx, body)),
    "PUT Clients/LandingPages/pages/{id}": async ({ ctx, params, body }) =>
      present(await editPage(ctx, { ...body, ...params })),
    "POST Clients/LandingPages/pages/{id}/publish": async ({ ctx, params }) =>
      present(await publishPage(deps)(ctx, params)),
    "POST Clients/LandingPages/pages/{id}/unpublish": async ({ ctx, params }) =>
      present(await unpublishPage(ctx, params)),
  });
}

type Query = { after?: string | undefined; size: number };

async function listPage(
  ctx: ReadContext,
  { after, size }: Query,
  present: (page: PageRecord) => LandingPage,
) {
  const rows = await listPages(ctx, { after: after ?? null, limit: size + 1 });
  const shown = rows.slice(0, size);
  return { items: shown.map(present), next: rows.length > size ? (shown.at(-1)?.id ?? null) : null };
}

const presentPage =
  ({ publicUrl, previews }: Pick<LandingPagesDeps, "publicUrl" | "previews">) =>
  (page: PageRecord): LandingPage => {
    const { id, slug, product_id, product_name, headline, introduction, revision } = page;
    const token = previews.seal({ merchantId: page.merchant_id, pageId: id });
    return {
      id,
      slug,
      url: toPageUrl(publicUrl, slug),
      preview_url: `/p/${slug}/preview/${token}`,
      language: page.language as Language,
      product_id,
      product_name,
      headline,
      introduction,
      status: page.status as (typeof pageStatuses)[number],
      revision,
      has_unpublished_changes: page.published_revision !== null && page.published_revision !== revision,
      published_at: page.published_at?.toISOString() ?? null,
      updated_at: page.updated_at.toISOString(),
    };
  };
