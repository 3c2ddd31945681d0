import { existsSync } from "node:fs";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { bootScript } from "./scripts/web-build/boot-script.ts";
import { chunkGroups } from "./scripts/web-build/chunk-groups.ts";
import { precompress } from "./scripts/web-build/precompress.ts";
import { staffBuild, staffPage } from "./scripts/web-build/staff-page.ts";

const product = `http://localhost:${process.env.PORT ?? 3000}`;
/** Paths the product answers itself; everything else is the web app in history mode. */
const productPaths = [
  "/Clients",
  "/Staff",
  "/live",
  "/t/",
  "/webhooks/",
  "/oauth/",
  "/openapi.json",
  "/docs",
  "/healthz",
  "/readyz",
  "/verify-proof.mjs",
];

/** The server puts a fresh nonce in its place on every page it sends (Content-Security-Policy). */
const nonceMark = "rawaj-nonce";

export default defineConfig({
  plugins: [react(), bootScript(nonceMark), staffPage(), precompress()],
  html: { cspNonce: nonceMark },
  build: {
    outDir: "dist/web",
    emptyOutDir: true,
    manifest: true,
    target: "es2022",
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } } } },
    staff: { consumer: "client", build: staffBuild },
  },
  builder: {
    async buildApp({ build, config, environments: { client, staff } }) {
      if (!client || !staff) throw new Error("the web is built for merchants and for the staff");
      await build(client);
      // The empty page of the benchmarks is a root of its own, without staff.
      if (existsSync(join(config.root, "staff.html"))) await build(staff);
    },
  },
  server: {
    port: Number(process.env.WEB_PORT ?? 5173),
    strictPort: true,
    proxy: Object.fromEntries(productPaths.map((path) => [path, { target: product, changeOrigin: false }])),
  },
});
