import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { aPlanDraft } from "../testing/plan-drafts.ts";
import { setAd, setOwn } from "./edit-draft.ts";
import { listAdFiles, listMediaPlaces, setSharedFile } from "./plan-media.ts";
import { getPart } from "./read-draft.ts";

const filesOn = (draft: ReturnType<typeof aPlanDraft>) =>
  Object.fromEntries(platforms.map((platform) => [platform, listAdFiles(draft, [platform], "ad-1")[0]]));

describe("the files of an ad on several platforms", () => {
  it("are one for each shape, each where it is taken", () => {
    const draft = aPlanDraft(["snapchat", "meta", "tiktok"]);
    const tall = setSharedFile(draft, "ad-1", { mediaId: "med_tall", takenBy: ["snapchat", "tiktok"] });
    const both = setSharedFile(tall, "ad-1", { mediaId: "med_square", takenBy: ["meta"] });

    expect(filesOn(both)).toMatchObject({ snapchat: "med_tall", tiktok: "med_tall", meta: "med_square" });
    expect(listAdFiles(both, ["snapchat", "meta", "tiktok"], "ad-1")).toEqual(["med_tall", "med_square"]);
  });

  it("are one again when all take the new one, and nothing differs any more", () => {
    const draft = aPlanDraft(["snapchat", "meta"], { ad: { media_id: "med_old" } });
    const differing = setAd(draft, "meta", "ad-1", { media_id: "med_square" });
    const same = setSharedFile(differing, "ad-1", { mediaId: "med_new", takenBy: ["snapchat", "meta"] });

    expect(filesOn(same)).toMatchObject({ snapchat: "med_new", meta: "med_new" });
    expect(getPart(same, "meta").differs.ads).toEqual({});
  });

  it("are not asked for where a platform shows none", () => {
    const draft = aPlanDraft(["snapchat", "google"]);
    const search = setOwn(draft, "google", { placements: ["search"] });
    expect(listMediaPlaces(search, ["snapchat", "google"]).map(({ limits }) => limits.platform)).toEqual([
      "snapchat",
    ]);
    const chosen = setSharedFile(search, "ad-1", { mediaId: "med_1", takenBy: ["snapchat"] });
    expect(getPart(chosen, "google").differs.ads).toEqual({});
  });

  it("are never taken from a platform that does not take the new one", () => {
    fc.assert(
      fc.property(fc.subarray([...platforms]), (takenBy) => {
        const draft = aPlanDraft(platforms, { ad: { media_id: "med_old" } });
        const changed = filesOn(setSharedFile(draft, "ad-1", { mediaId: "med_new", takenBy }));
        for (const { limits } of listMediaPlaces(draft, platforms))
          expect(changed[limits.platform]).toBe(takenBy.includes(limits.platform) ? "med_new" : "med_old");
      }),
    );
  });
});
