import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json } from "../shared/field-table.ts";
import { aVideo } from "../shared/testing/video.ts";
import { aCreative, type Harness, makeImage, openHarness, picture } from "./testing.ts";

let harness: Harness;
const act = () => `/act_${harness.ad_account_id}`;
beforeAll(async () => {
  harness = await openHarness({ identity: "fresh" });
});
afterAll(() => harness.stop());

function form(fields: Record<string, string>, files: Record<string, [Buffer, string]> = {}): FormData {
  const built = new FormData();
  for (const [name, value] of Object.entries(fields)) built.set(name, value);
  for (const [name, [bytes, fileName]] of Object.entries(files))
    built.set(name, new Blob([new Uint8Array(bytes)]), fileName);
  return built;
}

describe("an image", () => {
  it("is found by its file name, and has the same hash however often it is sent", async () => {
    const bytes = await picture(1_080, 1_920);
    const send = () => harness.call("POST", `${act()}/adimages`, form({}, { file: [bytes, "med_1.png"] }));
    const first = (await send()).body.images as Record<string, Json>;
    expect(first["med_1.png"]).toMatchObject({
      hash: expect.stringMatching(/^[0-9a-f]{32}$/),
      width: 1_080,
      height: 1_920,
    });
    expect((await send()).body.images).toEqual(first);
    const found = await harness.get(`${act()}/adimages`, { fields: "hash,name", name: "med_1.png" });
    expect(found.data).toMatchObject([{ hash: first["med_1.png"]?.hash }]);
  });

  it("is checked by its bytes", async () => {
    const bytes = Buffer.from("no picture").toString("base64");
    expect(await harness.refusal("POST", `${act()}/adimages`, { bytes })).toMatchObject({
      subcode: 1_487_411,
    });
  });

  it("is deleted by its hash", async () => {
    const hash = await makeImage(harness);
    expect((await harness.call("DELETE", `${act()}/adimages?hash=${hash}`)).body).toEqual({ success: true });
    expect((await harness.refusal("DELETE", `${act()}/adimages?hash=${hash}`)).code).toBe(100);
  });
});

describe("a video", () => {
  const send = (fields: Record<string, string>, files?: Record<string, [Buffer, string]>) =>
    harness.call("POST", `${act()}/advideos`, form(fields, files));

  async function uploadInChunks(bytes: Buffer, title: string): Promise<string> {
    const started = (await send({ upload_phase: "start", file_size: String(bytes.length) })).body as Record<
      string,
      string
    >;
    let { start_offset = "0", end_offset = "0" } = started;
    while (start_offset !== end_offset) {
      const chunk = bytes.subarray(Number(start_offset), Number(end_offset));
      const more = {
        upload_phase: "transfer",
        upload_session_id: started.upload_session_id ?? "",
        start_offset,
      };
      const uploadResponse = (await send(more, { video_file_chunk: [chunk, "chunk"] })).body as Record<
        string,
        string
      >;
      ({ start_offset = "0", end_offset = "0" } = uploadResponse);
    }
    const finish = { upload_phase: "finish", upload_session_id: started.upload_session_id ?? "", title };
    expect((await send(finish)).body).toEqual({ success: true });
    return started.video_id ?? "";
  }
  const loadStatus = async (id: string) =>
    ((await harness.get(`/${id}`, { fields: "status" })).status as Json).video_status;

  it("comes in chunks, is processed for a while, and can then be used", async () => {
    const id = await uploadInChunks(Buffer.concat([aVideo(), Buffer.alloc(1_500_000)]), "med_film");
    const hash = await makeImage(harness);
    const video_data = {
      video_id: id,
      image_hash: hash,
      title: "خصم",
      call_to_action: { type: "SHOP_NOW", value: { link: "https://store.example" } },
    };
    const creative = {
      ...aCreative(harness, hash),
      object_story_spec: { page_id: harness.page_id, video_data },
    };
    expect(await loadStatus(id)).toBe("processing");
    expect(await harness.refusal("POST", `${act()}/adcreatives`, creative)).toMatchObject({
      subcode: 1_885_252,
    });
    await harness.step("PT1M");
    expect(await loadStatus(id)).toBe("ready");
    expect((await harness.get(`${act()}/advideos`, { title: "med_film" })).data).toEqual([{ id }]);
    await harness.make("adcreatives", creative);
  });

  it("that is not a video ends in an error", async () => {
    const whole = await send({ title: "not a film" }, { source: [Buffer.from("words"), "film.mp4"] });
    await harness.step("PT1M");
    expect(await loadStatus(String(whole.body.id))).toBe("error");
  });

  it("cannot be finished before all its bytes arrived, and each chunk has its offset", async () => {
    const started = (await send({ upload_phase: "start", file_size: "10" })).body as Record<string, string>;
    const session = { upload_session_id: started.upload_session_id ?? "" };
    const early = await send({ upload_phase: "finish", ...session });
    expect(early.body.error).toMatchObject({ code: 100 });
    const gap = await send(
      { upload_phase: "transfer", upload_session_id: "0", start_offset: "5" },
      { video_file_chunk: [Buffer.alloc(5), "c"] },
    );
    expect(gap.body.error).toMatchObject({ error_subcode: 1_363_033 });
  });
});
