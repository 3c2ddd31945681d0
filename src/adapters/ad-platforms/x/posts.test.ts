import { Readable } from "node:stream";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "#base/server/clock.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { textLength } from "#modules/ad-accounts/contract/text-length.ts";
import type { AdAccountContext, AdMedia, AdSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { aCampaign, anAd } from "../shared/testing/orders.ts";
import { publish } from "./posts.ts";
import { anAdGroup, type Bench, openBench } from "./testing.ts";
import { uploadMedia } from "./upload.ts";
import { makeWire, type Wire } from "./wire.ts";

let bench: Bench;
let account: AdAccountContext;
beforeAll(async () => {
  bench = await openBench();
  ({ account } = await bench.someone());
});
afterAll(() => bench?.stop());

async function aGroup(): Promise<string> {
  const campaign = aCampaign(new Date());
  const { platformId } = await bench.platform.createCampaign(account, campaign);
  return (await bench.platform.createAdGroup(account, anAdGroup(campaign, platformId))).platformId;
}

describe("an upload", () => {
  it("goes in segments when it is large, and X finds the picture whole", async () => {
    const api = makeWire({ ...bench.settings, baseUrl: bench.settings.apiUrl, clock: systemClock });
    const file = bench.picture("med_segments");
    const key = await uploadMedia(api, account.accessToken, file, account.profileId ?? "", 1_000);
    expect(key).toMatch(/^3_/);
    const received = await bench.sandbox.control<unknown[]>("received?vendor=x&path=/append&limit=100");
    expect(received).toHaveLength(Math.ceil(file.bytes / 1_000));
  });

  it("that X cannot read is told to the merchant as the file's fault", async () => {
    const junk = Buffer.from("not a picture");
    const media: AdMedia = {
      ...bench.picture("med_junk"),
      bytes: junk.length,
      open: async () => Readable.from([junk]),
    };
    const order = anAd(await aGroup(), bench.landingUrl, media);
    await expect(bench.platform.createAd(account, order)).rejects.toMatchObject({
      kind: "rejected",
      messageKey: "ad_accounts:media_refused",
    });
  });
});

describe("a post", () => {
  it("of a moving picture waits until X has worked on it, and carries its link in the text", async () => {
    const gif = await sharp({ create: { width: 400, height: 400, channels: 3, background: "#c45a32" } })
      .gif()
      .toBuffer();
    const media: AdMedia = {
      reference: "med_gif",
      kind: "animated_image",
      mime: "image/gif",
      fileName: "عطر.gif",
      bytes: gif.length,
      open: async () => Readable.from([gif]),
    };
    const order = anAd(await aGroup(), bench.landingUrl, media, { reference: "ad_gif", text: "عطور العيد" });
    const first = await bench.platform.createAd(account, order).catch((fault: unknown) => fault);
    expect(isFault(first, "later") && first.retryAfterSeconds).toBe(5);
    let made: { platformId: string } | undefined;
    for (let turn = 0; turn < 100 && !made; turn += 1) {
      made = await bench.platform.createAd(account, order).catch(() => undefined);
      if (!made) await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(made?.platformId).toContain("ad_gif");
    const [post] = await bench.sandbox.control<{ path: string }[]>("received?vendor=x&path=/tweet?&limit=1");
    const text = new URLSearchParams(post?.path.split("?")[1]).get("text") ?? "";
    expect(text).toBe(`عطور العيد ${bench.landingUrl}`);
    expect(textLength(text, "x_weights")).toBe("عطور العيد".length + 24);
  });

  it.each([
    ["shop_now", "VISIT_SITE"],
    ["watch_now", "WATCH_NOW"],
  ])("of a video asks to %s as %s, with title, description and address", async (callToAction, video_cta) => {
    const sent: Record<string, unknown>[] = [];
    const wire = {
      write: async (_token: string, { parameters }: { parameters: Record<string, unknown> }) => {
        sent.push(parameters);
        return { id_str: "1", name: "[ad_1]" };
      },
    } as unknown as Wire;
    const media: AdMedia = { ...bench.picture("med_1"), kind: "video", mime: "video/mp4" };
    const order: AdSpec = anAd("8v7jo", bench.landingUrl, media, { callToAction, description: "شحن مجاني" });
    await publish(wire, { account, order, mediaKey: "13_1", content: "00000000", revision: 1 });
    expect(sent).toMatchObject([
      {
        media_keys: ["13_1"],
        nullcast: true,
        video_cta,
        video_cta_value: bench.landingUrl,
        video_title: order.headline,
        video_description: "شحن مجاني",
      },
    ]);
    expect(sent[0]).not.toHaveProperty("card_uri");
  });
});
