import { startProduct, type TestProduct } from "#app/testing/product.ts";
import { startSandbox } from "#base/testing/sandbox.ts";
import { makeSandbox } from "./sandbox.ts";
import { story } from "./story.ts";

/** `own`: the product's process, for stories that stop it or change a setting. */
type World = { sandbox: string; own: TestProduct };

/**
 * A story with a product and a sandbox of its own: weeks pass in it, through which other stories' campaigns would run, or
 * a setting of the product changes. These stories share one, in the order of their files.
 */
export const storyInOwnWorld = story.extend<object, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the pattern to learn what is needed
    async ({}, use) => {
      const sandbox = await startSandbox();
      const product = await startProduct(sandbox);
      await use({ sandbox: sandbox.url, own: product });
      await product.stop();
      await sandbox.stop();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ world }, use) => use(world.own.url),
  sandbox: async ({ world }, use) => use(makeSandbox(world.sandbox)),
});
