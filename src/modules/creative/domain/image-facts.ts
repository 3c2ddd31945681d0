import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { creativeRefusals } from "../contract/creative.refusals.ts";

/** The file endings an image may come under, and what its bytes must then be. */
const imageEndings: Record<string, string> = { png: "image/png", jpg: "image/jpeg", jpeg: "image/jpeg" };
/** Kinds the product knows and cannot check yet: refused in words of their own. */
const laterEndings = new Set(["mp4", "mov", "gif"]);

/** What an image's ending promises of its bytes; refuses endings that are not images. */
export function promisedMime(fileName: string): string {
  const ending = /\.([a-z0-9]{1,8})$/.exec(fileName.trim().toLowerCase())?.[1] ?? "";
  if (laterEndings.has(ending))
    creativeRefusals.refuse("creative.kind_not_yet", { extension: ending }, "file");
  return (
    imageEndings[ending] ??
    creativeRefusals.refuse("creative.extension_not_allowed", { allowed: "png, jpg, jpeg" }, "file")
  );
}

export type ImageLimits = { maxBytes: number; width: number | null; height: number | null };

/** The product's own limits (spec: 5 MB, 1080x1920), drawn closer where a platform's are. */
export function imageLimits(capabilities: Capabilities | null): ImageLimits {
  const own: ImageLimits = { maxBytes: 5 * 1_024 * 1_024, width: 1_080, height: 1_920 };
  const taken = capabilities?.media.find(({ kind }) => kind === "image");
  return taken
    ? { maxBytes: Math.min(own.maxBytes, taken.maxBytes), width: taken.width, height: taken.height }
    : own;
}

export function refuseWrongPixels(found: { width: number; height: number }, limits: ImageLimits): void {
  const fits =
    (limits.width === null || limits.width === found.width) &&
    (limits.height === null || limits.height === found.height);
  if (!fits)
    creativeRefusals.refuse(
      "creative.pixels_not_fitting",
      {
        wanted: `${limits.width ?? "*"}×${limits.height ?? "*"}`,
        found: `${found.width}×${found.height}`,
      },
      "file",
    );
}

/** A file's name as people gave it, fit to be shown and sent on: no path, no control characters, no endless length. */
export function plainName(fileName: string): string {
  const last = fileName.split(/[\\/]/).at(-1) ?? "";
  const plain = last
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}<>:"|?*]/gu, "")
    .trim();
  return plain.slice(-100) || "image";
}
