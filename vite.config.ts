import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const product = `http://localhost:${process.env.PORT ?? 3000}`;
/** Paths the product answers itself; everything else is the web app in history mode. */
const productPaths = [
  "/Clients",
  "/live",
  "/t/",
  "/webhooks/",
  "/oauth/",
  "/openapi.json",
  "/docs",
  "/healthz",
  "/readyz",
];

export default defineConfig({
  plugins: [react(), precompress()],
  // The server puts a fresh nonce here on every page it sends (Content-Security-Policy, style-src).
  html: { cspNonce: "rawaj-nonce" },
  build: {
    outDir: "dist/web",
    emptyOutDir: true,
    manifest: true,
    target: "es2022",
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What most pages share travels in one file: on a slow network fifty small ones queue for the connections.
        codeSplitting: {
          groups: [{ name: "shared", test: /node_modules|src[\\/]base[\\/]/, minShareCount: 20 }],
        },
      },
    },
  },
  server: {
    port: Number(process.env.WEB_PORT ?? 5173),
    strictPort: true,
    proxy: Object.fromEntries(productPaths.map((path) => [path, { target: product, changeOrigin: false }])),
  },
});

/** Writes a `.br` beside every text file, so that the server never compresses one while a merchant waits. */
function precompress(): Plugin {
  return {
    name: "rawaj-precompress",
    apply: "build",
    async writeBundle(options) {
      const folder = options.dir ?? "dist/web";
      const files = await readdir(folder, { recursive: true });
      // index.html is left out: each answer carries its own nonce.
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
