import { z } from "zod";
import { systemContext, transact } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import { defineJob, handleJob, type JobHandler } from "#base/server/jobs.ts";
import { listAllSources } from "../domain/default-content.ts";
import type { LandingPagesDeps } from "./landing-pages.deps.ts";
import { findPage } from "./pages.store.ts";
import { listPublishedIds } from "./publications.store.ts";
import { publishChanged } from "./publish-changed.ts";
import { readPictures } from "./read-picture.ts";
import { redrawPage } from "./redraw-pages.ts";

export const readPictureJob = defineJob({
  name: "landing-pages-read-picture",
  input: z.object({ merchant_id: z.string(), page_id: z.string() }),
  isUrgent: true,
});

/** A merchant's published pages, as their store's records are now. */
export const redrawPagesJob = defineJob({
  name: "landing-pages-redraw",
  input: z.object({ merchant_id: z.string() }),
  concurrency: 1,
});

type Deps = Pick<
  LandingPagesDeps,
  "stores" | "billing" | "messages" | "media" | "pictures" | "log" | "worldClock"
> & {
  db: Db;
};

export const landingPagesJobs = (deps: Deps): JobHandler[] => [
  handleJob(readPictureJob, async ({ merchant_id, page_id: pageId }) => {
    const ctx = systemContext(deps.db, merchant_id, deps.worldClock.now());
    const page = await findPage(ctx, pageId);
    if (!page) return;
    const { product } = await deps.stores.loadSellingFacts(ctx, { productId: page.product_id });
    await readPictures(deps)(ctx, {
      pageId,
      sources: listAllSources(page, page.other_half),
      address: product.image_url,
    });
    await transact(ctx, (tx) => publishChanged(tx, pageId));
  }),
  handleJob(redrawPagesJob, async ({ merchant_id }) => {
    const ctx = systemContext(deps.db, merchant_id, deps.worldClock.now());
    for (const id of await listPublishedIds(ctx)) await transact(ctx, (tx) => redrawPage(deps)(tx, id));
  }),
];
