import { z } from "zod";
import { systemContext } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import { defineJob, handleJob, type JobHandler } from "#base/server/jobs.ts";
import type { LandingPagesDeps } from "./landing-pages.deps.ts";
import { findPage } from "./pages.store.ts";
import { readPicture } from "./read-picture.ts";

export const readPictureJob = defineJob({
  name: "landing-pages-read-picture",
  input: z.object({ merchant_id: z.string(), page_id: z.string() }),
});

type Deps = Pick<LandingPagesDeps, "stores" | "pictures" | "log" | "worldClock"> & { db: Db };

export const landingPagesJobs = (deps: Deps): JobHandler[] => [
  handleJob(readPictureJob, async ({ merchant_id, page_id: pageId }) => {
    const ctx = systemContext(deps.db, merchant_id, deps.worldClock.now());
    const page = await findPage(ctx, pageId);
    if (!page) return;
    const { product } = await deps.stores.loadSellingFacts(ctx, { productId: page.product_id });
    await readPicture(deps)(ctx, { pageId, address: product.image_url });
  }),
];
