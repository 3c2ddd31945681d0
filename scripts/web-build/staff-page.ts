import type { BuildEnvironmentOptions, Plugin } from "vite";

const address = /^\/staff(?=[/?]|$)/;

/**
 * The staff's pages are a build of their own into the same folder: they share no file with the merchants' pages, which
 * neither grow nor change with them.
 */
export const staffBuild: BuildEnvironmentOptions = {
  emptyOutDir: false,
  manifest: ".vite/staff-manifest.json",
  copyPublicDir: false,
  rolldownOptions: {
    input: "staff.html",
    output: {
      codeSplitting: {
        groups: [
          { name: toTextsChunk, debugName: "texts", test: /messages[\\/](ar|en)\.json$/ },
          { name: "staff", tags: ["$initial"] },
        ],
      },
    },
  },
};

function toTextsChunk(file: string): string {
  return `texts-staff-${file.endsWith("en.json") ? "en" : "ar"}`;
}

/** In development every address is answered with index.html, except those of the staff. */
export function staffPage(): Plugin {
  return {
    name: "rawaj-staff-page",
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (address.test(request.url ?? "")) request.url = "/staff.html";
        next();
      });
    },
  };
}
