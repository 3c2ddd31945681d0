import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { MediaKind } from "#modules/ad-accounts/contract/platforms.ts";
import { creativeRefusals } from "../contract/creative.refusals.ts";
import { type AcceptedMedia, ownLimits, uploadable } from "../contract/uploads.ts";

/** The accepted file extensions, and the type the bytes must then have. */
const extensions: Record<string, { kind: MediaKind; mime: string }> = {
  png: { kind: "image", mime: "image/png" },
  jpg: { kind: "image", mime: "image/jpeg" },
  jpeg: { kind: "image", mime: "image/jpeg" },
  mp4: { kind: "video", mime: "video/mp4" },
  mov: { kind: "video", mime: "video/quicktime" },
  gif: { kind: "animated_image", mime: "image/gif" },
};

/** The type that a file's extension promises; refuses other extensions. */
export function parseFileType(fileName: string): { kind: MediaKind; mime: string } {
  const extension = /\.([a-z0-9]{1,8})$/.exec(fileName.trim().toLowerCase())?.[1] ?? "";
  const allowed = Object.keys(extensions).join(", ");
  return (
    extensions[extension] ?? creativeRefusals.refuse("creative.extension_not_allowed", { allowed }, "file")
  );
}

/** The limits of this kind of file for a platform's ads; without a platform the product's own. */
export function limitsFor(
  capabilities: Capabilities | null,
  { kind, mime }: { kind: MediaKind; mime: string },
): AcceptedMedia {
  if (!capabilities) return ownLimits[kind];
  const accepted = uploadable(capabilities).find((one) => one.kind === kind && one.mimes.includes(mime));
  return (
    accepted ??
    creativeRefusals.refuse("creative.kind_not_accepted", { platform: capabilities.platform, mime }, "file")
  );
}

type Pixels = Pick<AcceptedMedia, "width" | "height">;

export function refuseWrongPixels(found: { width: number; height: number }, limits: Pixels): void {
  const fits =
    (limits.width === null || limits.width === found.width) &&
    (limits.height === null || limits.height === found.height);
  if (!fits)
    creativeRefusals.refuse(
      "creative.dimensions_not_accepted",
      {
        wanted: `${limits.width ?? "*"}×${limits.height ?? "*"}`,
        found: `${found.width}×${found.height}`,
      },
      "file",
    );
}

/**
 * A file's name as the merchant gave it, made safe to show and send: no path, no control characters, a limited length.
 */
export function sanitizeFileName(fileName: string): string {
  const last = fileName.split(/[\\/]/).at(-1) ?? "";
  const plain = last
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}<>:"|?*]/gu, "")
    .trim();
  return plain.slice(-100) || "image";
}
