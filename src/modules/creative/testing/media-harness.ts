import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { makeLocalStorage } from "#adapters/object-storage/local/local-storage.ts";
import { frozenClock } from "#base/server/clock.ts";
import { makeSignedLinks } from "#base/server/http/signed-links.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { Envelope } from "#base/shared/envelope.ts";
import { testDb } from "#base/testing/db.ts";
import { testServer } from "#base/testing/http.ts";
import { makeStoresFacade } from "#modules/stores/server/stores.facade.ts";
import type { Media } from "../contract/creative.calls.ts";
import { mountCreative } from "../server/creative.routes.ts";
import type { PictureSource } from "../server/picture-source.port.ts";

export type MediaHarness = Awaited<ReturnType<typeof openMedia>>;
type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
type Multipart = { as?: string; text?: Record<string, string> };

type Options = { quotaBytes: number; pictures?: PictureSource };
const noPictures: PictureSource = {
  readPicture: async () => {
    throw new AdapterFault("later", { reason: "nothing there" });
  },
};

/** The module's calls over real HTTP, on a test database and a folder of its own. */
export async function openMedia({ quotaBytes, pictures = noPictures }: Options) {
  const db = await testDb();
  const folder = await mkdtemp(join(tmpdir(), "rawaj-media-"));
  const storage = makeLocalStorage(folder);
  const clock = frozenClock("2026-11-21T09:00:00Z");
  const links = makeSignedLinks("a secret of this test", clock);
  const server = await testServer(db, (app, context) =>
    mountCreative(app, { ...context, links }, { storage, quotaBytes, pictures, stores: makeStoresFacade() }),
  );
  const list = (name: string) => readdir(join(folder, name)).catch(() => []);

  /** A request of a merchant; anonymous with `as` null. */
  const send = (
    method: Method,
    url: string,
    { as = "mer_1", headers = {}, payload }: { as?: string | null; headers?: object; payload?: Buffer } = {},
  ) =>
    server.app.inject({
      method,
      url,
      headers: {
        "tus-resumable": "1.0.0",
        "x-app-language": "en",
        ...(as === null ? {} : { authorization: `Bearer test-session-of-${as}` }),
        ...headers,
      },
      ...(payload ? { payload } : {}),
    });

  /** A form with text parts and a file. */
  async function post(url: string, bytes: Buffer, name: string, { as = "mer_1", text = {} }: Multipart = {}) {
    const edge = "----edge-of-the-part";
    const texts = Object.entries(text).map(
      ([field, value]) => `--${edge}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
    );
    const head = `--${edge}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
    const answer = await send("POST", url, {
      as,
      headers: { "content-type": `multipart/form-data; boundary=${edge}` },
      payload: Buffer.concat([Buffer.from(texts.join("") + head), bytes, Buffer.from(`\r\n--${edge}--\r\n`)]),
    });
    const envelope = answer.json<Envelope<Media>>();
    return { status: answer.statusCode, envelope, media: envelope.data as Media };
  }

  return {
    db,
    server,
    storage,
    clock,
    folder,
    send,
    post,
    list,
    upload: (bytes: Buffer, name: string, options?: Multipart) =>
      post("/Clients/Media/upload", bytes, name, options),
    /** Begins an upload in parts. */
    begin: (bytes: number, metadata: Record<string, string>) =>
      send("POST", "/Clients/Media/uploads", {
        headers: {
          "upload-length": String(bytes),
          "upload-metadata": Object.entries(metadata)
            .map(([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`)
            .join(","),
        },
      }),
    /** Sends a part of one. */
    add: (url: string, offset: number, payload: Buffer) =>
      send("PATCH", url, {
        headers: { "content-type": "application/offset+octet-stream", "upload-offset": String(offset) },
        payload,
      }),
    async reset() {
      await db.reset();
      for (const name of ["objects", "uploads", "scratch"])
        await rm(join(folder, name), { recursive: true, force: true });
    },
    async close() {
      await server.app.close();
      await db.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A picture of one colour. */
export function aPicture({ width = 1_080, height = 1_920, colour = "#17624b" } = {}) {
  return sharp({ create: { width, height, channels: 3, background: colour } });
}
