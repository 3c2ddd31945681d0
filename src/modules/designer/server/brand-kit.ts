import { Readable } from "node:stream";
import { type ReadContext, transact } from "#base/server/context.ts";
import type { FileContent } from "#base/server/http/handlers.ts";
import type { UploadedFile } from "#base/server/http/multipart.ts";
import type { SignedLinks } from "#base/server/http/signed-links.ts";
import { newId } from "#base/server/ids.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { Body } from "#base/shared/contract.ts";
import { creativeRefusals } from "#modules/creative/contract/creative.refusals.ts";
import type { BrandColors, BrandKit, BrandKitCalls } from "../contract/brand-kit.calls.ts";
import { type FontFamily, logoMaxBytes } from "../contract/designer-enums.ts";
import { pickBrandColors } from "../domain/brand-colors.ts";
import {
  type BrandKitRecord,
  findBrandKit,
  isLogoUsed,
  setBrandLogo,
  upsertBrandKit,
} from "./brand-kits.store.ts";
import type { DesignerDeps } from "./designer.deps.ts";
import { openPhotograph, storeFile } from "./load-picture.ts";
import { readLogo } from "./read-logo.ts";

type Deps = Pick<DesignerDeps, "storage" | "systemClock">;
type Saved = Body<BrandKitCalls["PUT Clients/DigitalDesigner/brand-kit"]>;

export const showBrandKit = async (ctx: ReadContext, links: SignedLinks): Promise<BrandKit> =>
  presentKit(await findBrandKit(ctx), links);

export const saveBrandKit =
  ({ systemClock }: Pick<Deps, "systemClock">) =>
  async (ctx: ReadContext, { colors, font, phrases }: Saved, links: SignedLinks): Promise<BrandKit> => {
    const look = { font, phrases: [...new Set(phrases)], ...toColumns(colors), at: systemClock.now() };
    return presentKit(await transact(ctx, (ctx) => upsertBrandKit(ctx, look)), links);
  };

/** Keeps the logo as a PNG, and makes its colours the kit's. What it replaces goes where no design carries it. */
export const saveLogo =
  ({ storage, systemClock }: Deps) =>
  async (
    ctx: ReadContext,
    file: Pick<UploadedFile, "stream"> | undefined,
    links: SignedLinks,
  ): Promise<BrandKit> => {
    if (!file) return creativeRefusals.refuse("creative.file_missing", {}, "file");
    const bytes = await readUpload(file.stream);
    const { png, ratio, colors } = await readLogo(bytes).catch(() =>
      creativeRefusals.refuse("creative.file_broken", {}, "file"),
    );
    const id = newId("lgo");
    const logo_key = `designs/logos/${id.slice(-2)}/${id}.png`;
    await storeFile(storage, logo_key, png);
    const at = systemClock.now();
    const { before, kit } = await transact(ctx, async (ctx) => {
      const before = await findBrandKit(ctx);
      const look = { font: before?.font ?? null, phrases: before?.phrases ?? [] };
      await upsertBrandKit(ctx, { ...look, ...toColumns(pickBrandColors(colors)), at });
      return { before, kit: await setBrandLogo(ctx, { logo: { logo_key, logo_ratio: ratio }, at }) };
    });
    await forgetLogo(storage, ctx, before?.logo_key);
    return presentKit(kit, links);
  };

export const removeLogo =
  ({ storage, systemClock }: Deps) =>
  async (ctx: ReadContext, links: SignedLinks): Promise<BrandKit> => {
    const before = await findBrandKit(ctx);
    const kit = await transact(ctx, (ctx) => setBrandLogo(ctx, { logo: null, at: systemClock.now() }));
    await forgetLogo(storage, ctx, before?.logo_key);
    return presentKit(kit, links);
  };

export const openLogo =
  ({ storage }: Pick<Deps, "storage">) =>
  async (ctx: ReadContext): Promise<FileContent> => {
    const kit = await findBrandKit(ctx);
    if (!kit?.logo_key) return baseRefusals.refuse("base.not_found");
    const bytes = await openPhotograph(storage, kit.logo_key);
    return {
      mime: "image/png",
      fileName: "logo.png",
      bytes: bytes.length,
      open: async () => Readable.from([bytes]),
    };
  };

/** A logo that neither the kit nor a design carries any more is removed. */
export async function forgetLogo(
  storage: Deps["storage"],
  ctx: ReadContext,
  key: string | null | undefined,
): Promise<void> {
  if (key && !(await isLogoUsed(ctx, key))) await storage.remove(key);
}

async function readUpload(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > logoMaxBytes) {
      stream.resume();
      return creativeRefusals.refuse(
        "creative.file_too_big",
        { megabytes: logoMaxBytes / 1_048_576 },
        "file",
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const toColumns = (colors: BrandColors | null) => ({
  main_color: colors?.main ?? null,
  soft_color: colors?.soft ?? null,
  accent_color: colors?.accent ?? null,
});

/** The kit's colours; null where it has none. */
export const toColors = (row: BrandKitRecord | undefined): BrandColors | null =>
  row?.main_color && row.soft_color && row.accent_color
    ? { main: row.main_color, soft: row.soft_color, accent: row.accent_color }
    : null;

function presentKit(row: BrandKitRecord | undefined, links: SignedLinks): BrandKit {
  const address = row?.logo_key && links.link("/Clients/DigitalDesigner/brand-kit/logo", row.merchant_id);
  return {
    colors: toColors(row),
    font: (row?.font ?? null) as FontFamily | null,
    phrases: row?.phrases ?? [],
    logo_url: address ? `${address}&version=${row.updated_at.getTime()}` : null,
  };
}
