import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { MediaKind } from "#modules/ad-accounts/contract/platforms.ts";
import { creativeRefusals } from "../contract/creative.refusals.ts";
import { type AcceptedMedia, ownLimits, uploadable } from "../contract/uploads.ts";

/** What a file's name promises: the type its bytes must have, and the types it may be stored as. */
export type FileType = { kind: MediaKind; mime: string; storedAs: readonly string[] };

const png: FileType = { kind: "image", mime: "image/png", storedAs: ["image/png"] };
const jpeg: FileType = { kind: "image", mime: "image/jpeg", storedAs: ["image/jpeg"] };

/** The accepted file extensions. WebP is stored as PNG or JPEG, because most platforms refuse it. */
const fileTypes: Record<string, FileType> = {
  png,
  jpg: jpeg,
  jpeg,
  webp: { kind: "image", mime: "image/webp", storedAs: ["image/jpeg", "image/png"] },
  mp4: { kind: "video", mime: "video/mp4", storedAs: ["video/mp4"] },
  mov: { kind: "video", mime: "video/quicktime", storedAs: ["video/quicktime"] },
  gif: { kind: "animated_image", mime: "image/gif", storedAs: ["image/gif"] },
};

const readExtension = (fileName: string) =>
  /\.([a-z0-9]{1,8})$/.exec(fileName.trim().toLowerCase())?.[1] ?? "";

/** The type that a file's extension promises; refuses other extensions. */
export function parseFileType(fileName: string): FileType {
  const extension = readExtension(fileName);
  const allowed = Object.keys(fileTypes).join(", ").toUpperCase();
  const found = extension.toUpperCase() || "?";
  return (
    fileTypes[extension] ??
    creativeRefusals.refuse("creative.extension_not_allowed", { found, allowed }, "file")
  );
}

/** The file name with the extension of this content type. */
export function withExtensionFor(mime: string, fileName: string): string {
  const extension = readExtension(fileName);
  if (fileTypes[extension]?.mime === mime) return fileName;
  const right = Object.keys(fileTypes).find((one) => fileTypes[one]?.mime === mime) ?? "";
  const stem = fileTypes[extension] ? fileName.slice(0, -extension.length - 1) : fileName;
  return `${stem.slice(0, 95)}.${right}`;
}

/** The limits of this kind of file for a platform's ads; without a platform the product's own. */
export function limitsFor(
  capabilities: Capabilities | null,
  { kind, storedAs, mime }: FileType,
): AcceptedMedia {
  if (!capabilities) return ownLimits[kind];
  const accepted = uploadable(capabilities).find(
    (one) => one.kind === kind && one.mimes.some((accepts) => storedAs.includes(accepts)),
  );
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
