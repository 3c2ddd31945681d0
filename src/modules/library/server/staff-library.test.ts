import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { aPicture } from "#modules/creative/testing/media-harness.ts";
import { aMovie } from "#modules/creative/testing/movie.ts";
import { importRowsMax } from "../contract/library-enums.ts";
import type { LibraryItem } from "../contract/library-shapes.ts";
import type { ImportedRow, LibraryRow } from "../contract/staff-library.calls.ts";
import { aRow, type LibraryHarness, openLibrary } from "../testing/library-harness.ts";
import { libraryJobs } from "./library.jobs.ts";

let library: LibraryHarness;
beforeAll(async () => {
  library = await openLibrary();
});
beforeEach(() => library.testApp.reset());
afterAll(() => library.close());

const as = "stf_noura";
const add = async (fields = {}) =>
  (await library.call("POST Staff/AdsLibrary/rows", { as, body: aRow(fields) })).data as LibraryRow;
const listRows = async (query: Record<string, string> = {}) =>
  (await library.call("GET Staff/AdsLibrary/rows", { as, query })).data as {
    items: LibraryRow[];
    next: string | null;
  };
const listActs = () =>
  library.db.many<{ action: string }>(sql`
    select action, member_id from staff.audit_log where action like 'library.%' order by id`);
const importFile = async (text: string | Buffer) => {
  const answer = await library.upload("Staff/AdsLibrary/import", Buffer.from(text), "rows.csv");
  return { ...answer, rows: (answer.data as { rows: ImportedRow[] } | null)?.rows };
};

describe("staff keep the library", () => {
  it("add, change and archive rows, each in the audit log with who did it", async () => {
    const { id, revision } = await add({ reference: "L-1", link: "https://ads.example/1" });
    const body = { ...aRow({ reference: "L-1b", notes: "أضيف" }), revision };
    const { data } = await library.call(`PUT Staff/AdsLibrary/rows/${id}`, { as, body });
    expect(data).toMatchObject({ reference: "L-1b", notes: "أضيف", link: null, revision: 2 });
    await library.call(`POST Staff/AdsLibrary/rows/${id}/archive`, { as });
    await library.call(`POST Staff/AdsLibrary/rows/${id}/archive`, { as });
    expect((await listRows()).items).toEqual([]);
    expect((await listRows({ shown: "archived", search: "l-1B" })).items).toMatchObject([{ id }]);
    await library.call(`POST Staff/AdsLibrary/rows/${id}/restore`, { as });
    expect(await listActs()).toEqual(
      ["row_added", "row_changed", "row_archived", "row_restored"].map((act) => ({
        action: `library.${act}`,
        member_id: as,
      })),
    );
  });

  it("do not overwrite what a colleague saved meanwhile, and see what stands", async () => {
    const { id } = await add({ reference: "L-1" });
    const change = (notes: string) =>
      library.call(`PUT Staff/AdsLibrary/rows/${id}`, { as, body: { ...aRow({ notes }), revision: 1 } });
    await change("first");
    const { envelope } = await change("second");
    expect(envelope).toMatchObject({
      code: "library.row_changed",
      current: { notes: "first", revision: 2 },
    });
  });

  it("give each reference once, in any spelling", async () => {
    await add({ reference: "أ-١" });
    const { envelope } = await library.call("POST Staff/AdsLibrary/rows", {
      as,
      body: aRow({ reference: "ا-1" }),
    });
    expect(envelope).toMatchObject({
      code: "library.reference_taken",
      fields: { reference: [expect.any(String)] },
    });
  });

  it("link to the public web alone", async () => {
    for (const link of ["javascript:alert(1)", "ftp://x.example", "http://localhost/a", "not a link"]) {
      const { status, envelope } = await library.call("POST Staff/AdsLibrary/rows", {
        as,
        body: aRow({ link }),
      });
      expect({ link, status, envelope }).toMatchObject({
        status: 400,
        envelope: { fields: { link: [/https/] } },
      });
    }
  });

  it("go through all rows by cursor", async () => {
    for (let at = 0; at < 5; at += 1) await add({ reference: `L-${at}` });
    const first = await listRows({ size: "3" });
    const second = await listRows({ size: "3", after: first.next ?? "" });
    expect(second.next).toBeNull();
    expect([...first.items, ...second.items].map(({ reference }) => reference).toSorted()).toEqual(
      Array.from({ length: 5 }, (_, at) => `L-${at}`),
    );
  });
});

describe("a row's file", () => {
  const png = () => aPicture({ width: 600, height: 400 }).png().toBuffer();

  it("is a picture of any size that merchants see by a signed address, and a new one has a new address", async () => {
    const { id } = await add({ reference: "L-1" });
    const { data } = await library.upload(`Staff/AdsLibrary/rows/${id}/file`, await png(), "ad.png");
    expect(data).toMatchObject({ file: { kind: "image", width: 600, height: 400, version: 1 } });
    const { data: page } = await library.call("GET Clients/AdsLibrary/index", { as: "mer_1" });
    const [item] = (page as { items: LibraryItem[] }).items;
    for (const url of [item?.media?.url, item?.media?.thumbnail_url]) {
      const bytes = await library.server.app.inject({ method: "GET", url: url ?? "" });
      expect([bytes.statusCode, bytes.rawPayload.length > 100]).toEqual([200, true]);
    }
    const stranger = await library.server.app.inject({
      method: "GET",
      url: `/Clients/AdsLibrary/items/${id}/file`,
    });
    expect(stranger.statusCode).toBe(401);
    const { data: again } = await library.upload(`Staff/AdsLibrary/rows/${id}/file`, await png(), "ad.png");
    expect(again).toMatchObject({ file: { version: 2 } });
  });

  it("takes the place of the one before, whose bytes are freed", async () => {
    const { id } = await add({ reference: "L-1" });
    const find = () =>
      library.db.one<{ storage_key: string; thumbnail_key: string }>(
        sql`select storage_key, thumbnail_key from library.rows where id = ${id}`,
      );
    await library.upload(`Staff/AdsLibrary/rows/${id}/file`, await png(), "ad.png");
    const before = await find();
    await library.upload(`Staff/AdsLibrary/rows/${id}/file`, await png(), "ad.png");
    const jobs = await library.db.many<{ details: { job: string; input: { keys: string[] } } }>(sql`
      select details from base.events where name = 'job.enqueued' order by id desc limit 1`);
    const forget = libraryJobs(library.deps).find(({ name }) => name === jobs[0]?.details.job);
    await forget?.run(jobs[0]?.details.input, new AbortController().signal);
    expect(await library.storage.stat(before.storage_key)).toBeNull();
    expect(await library.storage.stat(before.thumbnail_key)).toBeNull();
    expect(await library.storage.stat((await find()).storage_key)).not.toBeNull();
  });

  it("is refused where it is not what its name says, and leaves nothing", async () => {
    const { id } = await add({ reference: "L-1" });
    const { status, code } = await library.upload(
      `Staff/AdsLibrary/rows/${id}/file`,
      Buffer.from("<svg/>"),
      "ad.png",
    );
    expect([status, code]).toEqual([415, "creative.type_mismatch"]);
    expect(
      (await library.upload("Staff/AdsLibrary/rows/lib_unknown/file", await png(), "ad.png")).status,
    ).toBe(404);
    expect((await listRows()).items).toMatchObject([{ file: null }]);
  });

  it("may be a video, whose thumbnail is the frame that the browser sends", async () => {
    const { id } = await add({ reference: "L-1", type: "video" });
    const movie = aMovie();
    const { data } = await library.upload(`Staff/AdsLibrary/rows/${id}/file`, movie, "ad.mp4");
    const { file } = data as LibraryRow;
    expect(file).toMatchObject({ kind: "video" });
    const frame = (width = file?.width ?? 0) =>
      aPicture({ width, height: file?.height ?? 0 })
        .jpeg()
        .toBuffer();
    const poster = await library.upload(`Staff/AdsLibrary/rows/${id}/poster`, await frame(), "frame.jpg");
    expect(poster.data).toMatchObject({ file: { version: 2 } });
    const other = await library.upload(`Staff/AdsLibrary/rows/${id}/poster`, await frame(77), "frame.jpg");
    expect(other.code).toBe("creative.poster_not_of_video");
    const small = await library.server.app.inject({
      method: "GET",
      url: `/Staff/AdsLibrary/rows/${id}/thumbnail`,
      headers: { authorization: "Bearer test-session-of-stf_noura" },
    });
    expect(small.headers["content-type"]).toBe("image/jpeg");
    const { id: picture } = await add({ reference: "L-2" });
    await library.upload(`Staff/AdsLibrary/rows/${picture}/file`, await png(), "ad.png");
    const noVideo = await library.upload(
      `Staff/AdsLibrary/rows/${picture}/poster`,
      await frame(),
      "frame.jpg",
    );
    expect(noVideo.code).toBe("creative.not_a_video");
  });
});

describe("an imported CSV file", () => {
  it("says of each row what became of it, and keeps the right ones beside the wrong ones", async () => {
    await add({ reference: "L-1", type: "video", season: "ramadan", notes: "قديم" });
    const text = [
      "المرجع,النوع,الموسم,الرابط,الملاحظات",
      "L-1,فيديو,رمضان,,جديد",
      "L-2,image,,https://ads.example/2,",
      "L-3,غير معروف,عيد ميلاد,javascript:x,",
      ",image,,,",
    ].join("\n");
    const { rows } = await importFile(text);
    expect(rows).toMatchObject([
      { line: 2, reference: "L-1", result: "updated", problems: [] },
      { line: 3, reference: "L-2", result: "created", problems: [] },
      { line: 4, reference: "L-3", result: "refused" },
      { line: 5, reference: "", result: "refused", problems: [{ column: "reference" }] },
    ]);
    expect(rows?.[2]?.problems.map(({ column }) => column).toSorted()).toEqual(["link", "season", "type"]);
    expect((await importFile(text)).rows?.map(({ result }) => result)).toEqual([
      "unchanged",
      "unchanged",
      "refused",
      "refused",
    ]);
    expect((await listRows()).items.map(({ reference, notes }) => [reference, notes])).toEqual([
      ["L-2", ""],
      ["L-1", "جديد"],
    ]);
  });

  it("is refused whole where columns are missing, it is no text, too long, or not there", async () => {
    expect((await importFile("a,b\n1,2")).code).toBe("library.import_columns_missing");
    expect((await importFile(Buffer.from([0x72, 0xff, 0xfe]))).code).toBe("library.import_not_text");
    const long = Array.from({ length: importRowsMax + 1 }, (_, at) => `L-${at},image`).join("\n");
    expect((await importFile(`reference,type\n${long}`)).code).toBe("library.import_too_large");
    expect((await importFile("x".repeat(1_048_577))).code).toBe("library.import_too_large");
    expect((await listRows()).items).toEqual([]);
  });
});
