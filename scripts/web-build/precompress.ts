import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Plugin } from "vite";

/** Writes a `.br` beside every text file, so that the server never compresses one during a request. */
export function precompress(): Plugin {
  return {
    name: "rawaj-precompress",
    apply: "build",
    async writeBundle(options) {
      const folder = options.dir ?? "dist/web";
      const files = await readdir(folder, { recursive: true });
      // index.html is left out: each response has its own nonce.
      await Promise.all(
        files
          .filter((file) => /\.(js|css|svg|json|webmanifest)$/.test(file))
          .map((file) => shrink(join(folder, file))),
      );
    },
  };
}

async function shrink(file: string): Promise<void> {
  const text = await readFile(file);
  const small = await promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  if (small.length < text.length) await writeFile(`${file}.br`, small);
}
