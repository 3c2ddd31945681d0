import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "#base/server/audit.ts";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { testContext } from "#base/testing/context.ts";
import type { Media } from "../contract/creative.calls.ts";
import type { MediaSpace } from "../contract/library.calls.ts";
import { aPicture, type MediaHarness, openMedia } from "../testing/media-harness.ts";
import { aMovie } from "../testing/movie.ts";
import { noPictures } from "../testing/no-pictures.ts";
import { makeCreativeFacade } from "./creative.facade.ts";
import { creativeJobs } from "./creative.jobs.ts";

let library: MediaHarness;
const quotaBytes = 300_000;

beforeAll(async () => {
  library = await openMedia({ quotaBytes });
});
beforeEach(() => library.reset());
afterAll(() => library.close());

const call = (name: string, options: { as?: string; body?: object; query?: Record<string, string> } = {}) =>
  library.server.call(name, { as: "mer_1", ...options });
/** A stored video of that many seconds: each is another file. */
const addVideo = async (name: string, seconds: number) =>
  (await library.upload(aMovie({ seconds }), name)).media;
const addPicture = async (name: string, colour: string) =>
  (await library.upload(await aPicture({ colour }).png().toBuffer(), name)).media;
const facade = () => makeCreativeFacade({ ...library, quotaBytes: 0, pictures: noPictures });
const anAd = { ad_id: "ad_1", ad_group_id: "adg_1", campaign_id: "cmp_1", name: "إعلان التمر" };
const use = (media_id: string | null, ad = anAd, as = "mer_1") =>
  transact(testContext(library.db, as), (ctx) => facade().recordAdMedia(ctx, { ...ad, media_id }));
const find = async (query: Record<string, string> = {}) => {
  const { data } = await call("GET Clients/Media/index", { query });
  return data as { items: Media[]; total: number; next: string | null };
};
const findNames = async (query: Record<string, string> = {}) =>
  (await find(query)).items.map(({ file_name }) => file_name);

describe("the library", () => {
  it("is searched by words of the name, however they are spelt", async () => {
    await addVideo("إعلان السُّكّري.mp4", 4);
    await addVideo("Dates Offer.mp4", 5);
    expect(await findNames({ search: "اعلان السكري" })).toEqual(["إعلان السُّكّري.mp4"]);
    expect(await findNames({ search: "offer DATES" })).toEqual(["Dates Offer.mp4"]);
    expect(await findNames({ search: "100%" })).toEqual([]);
  });

  it("is filtered by kind and by use", async () => {
    const video = await addVideo("a.mp4", 4);
    await addPicture("b.png", "#ffffff");
    await use(video.id);
    expect(await findNames({ kind: "image" })).toEqual(["b.png"]);
    expect(await findNames({ use: "used" })).toEqual(["a.mp4"]);
    expect(await findNames({ use: "unused" })).toEqual(["b.png"]);
  });

  it.each<[string, string, string[]]>([
    ["created", "desc", ["b.mp4", "c.mp4", "a.mp4"]],
    ["created", "asc", ["a.mp4", "c.mp4", "b.mp4"]],
    ["name", "asc", ["a.mp4", "b.mp4", "c.mp4"]],
    ["name", "desc", ["c.mp4", "b.mp4", "a.mp4"]],
    ["size", "asc", ["a.mp4", "c.mp4", "b.mp4"]],
  ])("is read page by page, sorted by %s %s, each file once", async (sort, order, expected) => {
    await addVideo("a.mp4", 4);
    await addVideo("c.mp4", 5);
    await addVideo("b.mp4", 6);
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page = await find({ sort, order, size: "1", ...(after === null ? {} : { after }) });
      expect(page.total).toBe(3);
      seen.push(...page.items.map(({ file_name }) => file_name));
      after = page.next;
    } while (after !== null);
    expect(seen).toEqual(expected);
  });

  it("ignores a cursor that is not its own", async () => {
    await addVideo("a.mp4", 4);
    const spoilt = Buffer.from(JSON.stringify(["a\u0000", "b"])).toString("base64url");
    for (const after of ["invented", spoilt]) expect(await findNames({ after })).toEqual(["a.mp4"]);
    expect(await findNames({ after: spoilt, sort: "size" })).toEqual(["a.mp4"]);
  });

  it("shows a merchant nothing of another's", async () => {
    const { id } = await addVideo("a.mp4", 4);
    const as = "mer_2";
    expect((await call("GET Clients/Media/index", { as })).data).toMatchObject({ items: [], total: 0 });
    const others = [
      await call(`GET Clients/Media/${id}/uses`, { as }),
      await call(`PUT Clients/Media/${id}`, { as, body: { file_name: "b" } }),
      await call(`DELETE Clients/Media/${id}`, { as }),
    ];
    expect(others.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(await use(id, anAd, as)).toBe(false);
  });
});

describe("a file", () => {
  it("is renamed, keeps its extension, and is found by its new name; the audit log says who", async () => {
    const { id } = await addVideo("a.mp4", 4);
    const { data } = await call(`PUT Clients/Media/${id}`, { body: { file_name: "عرض الجمعة.png" } });
    expect(data).toMatchObject({ id, file_name: "عرض الجمعة.mp4" });
    expect(await findNames({ search: "الجمعه" })).toEqual(["عرض الجمعة.mp4"]);
    const [entry] = await listAudit(testContext(library.db), { module: "creative" });
    expect(entry).toMatchObject({
      action: "creative.media_changed",
      before: { file_name: "a.mp4" },
      after: { file_name: "عرض الجمعة.mp4" },
    });
  });

  it("says which ads show it, and counts them", async () => {
    const { id } = await addVideo("a.mp4", 4);
    await use(id);
    await use(id, { ...anAd, ad_id: "ad_2" });
    const { data } = await call(`GET Clients/Media/${id}/uses`);
    expect(data).toEqual({ items: [{ ...anAd, ad_id: "ad_2" }, anAd], total: 2 });
    expect((await call(`GET Clients/Media/${id}`)).data).toMatchObject({ uses: 2 });
  });

  it("that an ad shows is not deleted, and the refusal names the ad", async () => {
    const { id } = await addVideo("a.mp4", 4);
    await use(id);
    const { status, envelope } = await call(`DELETE Clients/Media/${id}`);
    expect([status, envelope.messages[0]]).toEqual([409, expect.stringContaining(anAd.name)]);
    expect((await find()).total).toBe(1);
  });

  it.each([
    ["another file", async (other: string) => void (await use(other))],
    ["no file", async () => void (await use(null))],
    [
      "nothing, because it was deleted",
      () => transact(testContext(library.db), (ctx) => facade().forgetAdMedia(ctx, { campaign_id: "cmp_1" })),
    ],
  ])("is free once the ad shows %s", async (_what, change) => {
    const { id } = await addVideo("a.mp4", 4);
    const other = await addVideo("b.mp4", 5);
    await use(id);
    await change(other.id);
    expect((await call(`DELETE Clients/Media/${id}`)).status).toBe(200);
  });

  it("that is deleted frees its space and its bytes", async () => {
    const { id } = await addVideo("a.mp4", 4);
    expect((await call(`DELETE Clients/Media/${id}`)).status).toBe(200);
    expect((await call(`GET Clients/Media/${id}`)).status).toBe(404);
    expect((await call("GET Clients/Media/space")).data).toMatchObject({ used_bytes: 0 });
    await runJob("creative-forget-bytes", await findJobInput("creative-forget-bytes"));
    expect(await listObjects()).toEqual([]);
  });

  it("whose bytes were lost gets them back when it is uploaded again", async () => {
    const { id, url } = await addVideo("a.mp4", 4);
    const { storage_key } = await library.db.one<{ storage_key: string }>(
      sql`select storage_key from creative.media`,
    );
    await library.storage.remove(storage_key);
    expect((await addVideo("again.mp4", 4)).id).toBe(id);
    expect((await library.send("GET", url, { as: null })).statusCode).toBe(200);
  });
});

describe("space", () => {
  it("that unfinished uploads were promised is reserved until they end", async () => {
    const movie = aMovie({ seconds: 4 });
    const address = String((await library.begin(200_000, { filename: "تمر.mp4" })).headers.location);
    await library.add(address, 0, movie);
    const { data } = await call("GET Clients/Media/space");
    expect(data).toMatchObject({
      quota_bytes: quotaBytes,
      used_bytes: 0,
      reserved_bytes: 200_000,
      left_bytes: 100_000,
      unfinished: [{ file_name: "تمر.mp4", bytes: 200_000, received_bytes: movie.length }],
    } satisfies Partial<Record<keyof MediaSpace, unknown>>);
    const second = await library.begin(100_001, { filename: "b.mp4" });
    expect(second.json()).toMatchObject({ code: "creative.quota_full" });
    expect((await library.send("DELETE", address)).statusCode).toBe(204);
    expect((await library.begin(100_001, { filename: "b.mp4" })).statusCode).toBe(201);
  });

  it("that is reserved is not given to an upload in one piece", async () => {
    await library.begin(quotaBytes, { filename: "a.mp4" });
    const { envelope } = await library.upload(aMovie({ seconds: 4 }), "b.mp4");
    expect(envelope).toMatchObject({ code: "creative.quota_full" });
  });

  it("reserved for an upload is enough for it at its end", async () => {
    const movie = aMovie({ seconds: 4 });
    const address = String((await library.begin(movie.length, { filename: "a.mp4" })).headers.location);
    await library.begin(quotaBytes - movie.length, { filename: "b.mp4" });
    expect((await library.add(address, 0, movie)).statusCode).toBe(204);
  });

  it("is free again, with the bytes that came, when an upload was left for a day", async () => {
    const address = String((await library.begin(200_000, { filename: "a.mp4" })).headers.location);
    await library.add(address, 0, Buffer.alloc(1_000));
    await library.db.run(sql`update base.uploads set expires_at = now()`);
    expect((await call("GET Clients/Media/space")).data).toMatchObject({ reserved_bytes: 0 });
    await runJob("creative-clear-uploads", {});
    expect(await library.list("uploads")).toEqual([]);
    expect(await library.db.many(sql`select 1 from base.uploads`)).toEqual([]);
  });
});

describe("a video's poster", () => {
  const frame = (width: number, height: number) =>
    aPicture({ width, height, colour: "#ff0000" }).jpeg().toBuffer();
  const setPoster = (id: string, bytes: Buffer, name = "frame.jpg") =>
    library.post(`/Clients/Media/${id}/poster`, bytes, name, { text: { seconds: "1.5" } });

  it("is one of its frames, and browsers see the new one at once", async () => {
    const video = await addVideo("a.mp4", 4);
    const { media } = await setPoster(video.id, await frame(540, 960));
    expect(media).toMatchObject({ id: video.id, poster_seconds: 1.5 });
    expect(media.thumbnail_url).not.toBe(video.thumbnail_url);
    const { rawPayload } = await library.send("GET", media.thumbnail_url, { as: null });
    const { dominant } = await sharp(rawPayload).stats();
    expect(dominant.r).toBeGreaterThan(200);
  });

  it("must be a picture of the video's proportions, and of a video", async () => {
    const video = await addVideo("a.mp4", 4);
    const wide = await setPoster(video.id, await frame(960, 540));
    expect(wide.envelope).toMatchObject({ code: "creative.poster_not_of_video" });
    const text = await setPoster(video.id, Buffer.from("no picture"));
    expect(text.envelope).toMatchObject({ code: "creative.type_mismatch" });
    const picture = await addPicture("b.png", "#ffffff");
    const still = await setPoster(picture.id, await frame(540, 960));
    expect(still.envelope).toMatchObject({ code: "creative.not_a_video" });
    expect(await library.list("scratch")).toEqual([]);
  });
});

async function runJob(name: string, input: unknown): Promise<void> {
  const { db, storage } = library;
  const jobs = creativeJobs({ db, storage, systemClock: { now: () => new Date() } });
  const job = jobs.find((one) => one.name === name);
  if (!job) throw new Error(`no job ${name}`);
  await job.run(input, new AbortController().signal);
}

async function findJobInput(job: string): Promise<unknown> {
  const { details } = await library.db.one<{ details: { input: unknown } }>(
    sql`select details from base.events where name = 'job.enqueued' and details ->> 'job' = ${job}`,
  );
  return details.input;
}

async function listObjects(): Promise<string[]> {
  const entries = await readdir(join(library.folder, "objects"), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
