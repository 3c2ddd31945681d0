import { Readable } from "node:stream";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "#base/server/clock.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { textLength } from "#modules/ad-accounts/contract/text-length.ts";
import type { AdAccountContext, AdMedia, AdSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { aCampaign, anAd } from "../shared/testing/specs.ts";
import { type ApiClient, makeApiClient } from "./api-client.ts";
import { publish } from "./posts.ts";
import { anAdGroup, type Harness, openHarness } from "./testing.ts";
import { uploadMedia } from "./upload.ts";

let harness: Harness;
let account: AdAccountContext;
beforeAll(async () => {
  harness = await openHarness();
  ({ account } = await harness.openAccount());
});
afterAll(() => harness?.stop());

async function createGroup(): Promise<string> {
  const campaign = aCampaign(new Date());
  const { platformId } = await harness.platform.createCampaign(account, campaign);
  return (await harness.platform.createAdGroup(account, anAdGroup(campaign, platformId))).platformId;
}

describe("an upload", () => {
  it("is sent in segments when it is large, and X receives the whole image", async () => {
    const api = makeApiClient({ ...harness.settings, baseUrl: harness.settings.apiUrl, clock: systemClock });
    const file = harness.picture("med_segments");
    const key = await uploadMedia(api, account.accessToken, file, account.profileId ?? "", 1_000);
    expect(key).toMatch(/^3_/);
    const received = await harness.sandbox.control<unknown[]>("received?vendor=x&path=/append&limit=100");
    expect(received).toHaveLength(Math.ceil(file.bytes / 1_000));
  });

  it("that X cannot read is refused with a message about the file", async () => {
    const junk = Buffer.from("not a picture");
    const media: AdMedia = {
      ...harness.picture("med_junk"),
      bytes: junk.length,
      open: async () => Readable.from([junk]),
    };
    const spec = anAd(await createGroup(), harness.landingUrl, media);
    await expect(harness.platform.createAd(account, spec)).rejects.toMatchObject({
      kind: "rejected",
      messageKey: "ad_accounts:media_refused",
    });
  });
});

describe("a post", () => {
  it("of an animated image waits until X has processed it, and has its link in the text", async () => {
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
    const spec = anAd(await createGroup(), harness.landingUrl, media, {
      reference: "ad_gif",
      text: "عطور العيد",
    });
    const first = await harness.platform.createAd(account, spec).catch((fault: unknown) => fault);
    expect(isFault(first, "later") && first.retryAfterSeconds).toBe(5);
    let created: { platformId: string } | undefined;
    for (let attempt = 0; attempt < 100 && !created; attempt += 1) {
      created = await harness.platform.createAd(account, spec).catch(() => undefined);
      if (!created) await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(created?.platformId).toContain("ad_gif");
    const [post] = await harness.sandbox.control<{ path: string }[]>(
      "received?vendor=x&path=/tweet?&limit=1",
    );
    const text = new URLSearchParams(post?.path.split("?")[1]).get("text") ?? "";
    expect(text).toBe(`عطور العيد ${harness.landingUrl}`);
    expect(textLength(text, "x_weights")).toBe("عطور العيد".length + 24);
  });

  it.each([
    ["shop_now", "VISIT_SITE"],
    ["watch_now", "WATCH_NOW"],
  ])("of a video sends %s as %s, with title, description and URL", async (callToAction, video_cta) => {
    const sent: Record<string, unknown>[] = [];
    const client = {
      write: async (_token: string, { parameters }: { parameters: Record<string, unknown> }) => {
        sent.push(parameters);
        return { id_str: "1", name: "[ad_1]" };
      },
    } as unknown as ApiClient;
    const media: AdMedia = { ...harness.picture("med_1"), kind: "video", mime: "video/mp4" };
    const spec: AdSpec = anAd("8v7jo", harness.landingUrl, media, { callToAction, description: "شحن مجاني" });
    await publish(client, { account, spec, mediaKey: "13_1", content: "00000000", revision: 1 });
    expect(sent).toMatchObject([
      {
        media_keys: ["13_1"],
        nullcast: true,
        video_cta,
        video_cta_value: harness.landingUrl,
        video_title: spec.headline,
        video_description: "شحن مجاني",
      },
    ]);
    expect(sent[0]).not.toHaveProperty("card_uri");
  });
});
