import { Readable } from "node:stream";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "#base/server/clock.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { textLength } from "#modules/ad-accounts/contract/text-length.ts";
import type { ActingFor, AdMedia, AdOrder } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { publish } from "./posts.ts";
import { aCampaign, anAd, anAdGroup, type OpenX, openX } from "./testing.ts";
import { uploadMedia } from "./upload.ts";
import { makeWire, type Wire } from "./wire.ts";

let x: OpenX;
let account: ActingFor;
beforeAll(async () => {
  x = await openX();
  account = await x.accountFor("fresh");
});
afterAll(() => x?.stop());

async function aGroup(): Promise<string> {
  const campaign = aCampaign(new Date());
  const { platformId } = await x.platform.createCampaign(account, campaign);
  return (await x.platform.createAdGroup(account, anAdGroup(campaign, platformId))).platformId;
}

describe("an upload", () => {
  it("goes in segments when it is large, and X finds the picture whole", async () => {
    const api = makeWire({ ...x.settings, baseUrl: x.settings.apiUrl, clock: systemClock });
    const file = x.picture("med_segments");
    const key = await uploadMedia(api, account.accessToken, file, account.profileId ?? "", 1_000);
    expect(key).toMatch(/^3_/);
    const received = await x.sandbox.control<unknown[]>("received?vendor=x&path=/append&limit=100");
    expect(received).toHaveLength(Math.ceil(file.bytes / 1_000));
  });

  it("that X cannot read is told to the merchant as the file's fault", async () => {
    const junk = Buffer.from("not a picture");
    const media: AdMedia = {
      ...x.picture("med_junk"),
      bytes: junk.length,
      open: async () => Readable.from([junk]),
    };
    const order = anAd(await aGroup(), x.landingUrl, media);
    await expect(x.platform.createAd(account, order)).rejects.toMatchObject({
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
    const order = anAd(await aGroup(), x.landingUrl, media, { reference: "ad_gif", text: "عطور العيد" });
    const first = await x.platform.createAd(account, order).catch((fault: unknown) => fault);
    expect(isFault(first, "later") && first.retryAfterSeconds).toBe(5);
    let made: { platformId: string } | undefined;
    for (let turn = 0; turn < 100 && !made; turn += 1) {
      made = await x.platform.createAd(account, order).catch(() => undefined);
      if (!made) await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(made?.platformId).toContain("ad_gif");
    const [post] = await x.sandbox.control<{ path: string }[]>("received?vendor=x&path=/tweet?&limit=1");
    const text = new URLSearchParams(post?.path.split("?")[1]).get("text") ?? "";
    expect(text).toBe(`عطور العيد ${x.landingUrl}`);
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
    const media: AdMedia = { ...x.picture("med_1"), kind: "video", mime: "video/mp4" };
    const order: AdOrder = anAd("8v7jo", x.landingUrl, media, { callToAction, description: "شحن مجاني" });
    await publish(wire, { account, order, mediaKey: "13_1", content: "00000000", revision: 1 });
    expect(sent).toMatchObject([
      {
        media_keys: ["13_1"],
        nullcast: true,
        video_cta,
        video_cta_value: x.landingUrl,
        video_title: order.headline,
        video_description: "شحن مجاني",
      },
    ]);
    expect(sent[0]).not.toHaveProperty("card_uri");
  });
});
