import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Platform, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { type DraftContent, draftContent } from "../contract/draft-content.ts";
import { listPlatforms, type PlatformDraft, toPlatformDraft, withPlatformDraft } from "./draft-content.ts";

const noContent: DraftContent = draftContent.parse({});
/** Few values, so that platforms often agree. */
const word = fc.constantFrom("", "Ajwa", "Sukkari ");
const part: fc.Arbitrary<PlatformDraft> = fc.record({
  campaign: fc.record({ name: word, landing_url: word, objective: fc.constantFrom("sales", "traffic") }),
  ad_group: fc.record({ keywords: fc.array(word, { maxLength: 2 }), optimized_targeting: fc.boolean() }),
  ad: fc.record({ headline: word, media_id: fc.constantFrom(null, "med_1") }),
  own: fc.record({
    ad_account_id: word,
    daily_budget_halalas: fc.option(fc.integer({ min: 1, max: 10_000_00 })),
  }),
  dropped: fc.constantFrom([], ["media" as const]),
});
const writes = fc.array(fc.tuple(fc.constantFrom(...platforms), part), { maxLength: 8 });
const write = (steps: readonly (readonly [Platform, PlatformDraft])[], content = noContent) =>
  steps.reduce((before, [platform, fields]) => withPlatformDraft(before, platform, fields), content);

describe("a draft over several platforms", () => {
  it("gives each platform back what was last written for it", () => {
    fc.assert(
      fc.property(writes, (steps) => {
        const content = write(steps);
        const last = new Map(steps);
        expect(new Set(listPlatforms(content))).toEqual(new Set(last.keys()));
        for (const [platform, fields] of last) expect(toPlatformDraft(content, platform)).toEqual(fields);
      }),
    );
  });

  it("writes what the platforms share once: nothing stands under a platform that equals the shared value", () => {
    fc.assert(
      fc.property(writes, (steps) => {
        const content = write(steps);
        for (const platform of listPlatforms(content)) {
          const { differs } = content.platforms[platform] ?? {};
          for (const name of ["campaign", "ad_group", "ad"] as const)
            for (const [field, value] of Object.entries(differs?.[name] ?? {}))
              expect(value).not.toEqual((content[name] as Record<string, unknown>)[field]);
        }
      }),
    );
  });

  it("has no differences while it is of one platform, whatever was written before", () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) => {
        const { platforms: written } = write(parts.map((fields) => ["meta", fields] as const));
        expect(written.meta?.differs).toEqual({ campaign: {}, ad_group: {}, ad: {} });
      }),
    );
  });

  it("reaches the database and comes back unchanged", () => {
    fc.assert(
      fc.property(writes, (steps) => {
        const content = write(steps);
        expect(draftContent.parse(JSON.parse(JSON.stringify(content)))).toEqual(content);
      }),
    );
  });
});
