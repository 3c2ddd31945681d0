import sharp from "sharp";
import { riyadhAccountDefaults } from "#adapters/ad-platforms/shared/testing/sandbox-context.ts";
import {
  aCampaign,
  aFile,
  anAd,
  anAdGroup,
  openLanding,
} from "#adapters/ad-platforms/shared/testing/specs.ts";
import { packToken } from "#adapters/ad-platforms/x/tokens.ts";
import { makeAdPlatforms } from "#app/server/ad-platforms.ts";
import { readProductSettings } from "#app/server/settings.ts";
import { settingsFor } from "#app/testing/product.ts";
import { frozenClock, systemClock } from "#base/server/clock.ts";
import { newId } from "#base/server/ids.ts";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import { type Platform, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import type {
  AdAccountContext,
  AdPlatform,
  AdSpec,
  CampaignSpec,
} from "#modules/ad-accounts/server/ad-platform.port.ts";
import { makeTempFolder } from "./programs.ts";
import { openWorld } from "./world-copies.ts";

/** The size of one account's advertising. */
type Size = { campaigns: number; adGroups: number; ads: number; days: number };

/** A campaign on its platform; its ad groups and ads have the adapter's ids. */
type CampaignFixture = { platformId: string; adGroups: string[]; ads: string[] };
export type AccountFixture = {
  platform: Platform;
  account: AdAccountContext;
  /** Of each ad group. */
  keywords: readonly string[];
  campaigns: CampaignFixture[];
};

type Given = Record<string, string>;
/** How the sandbox's tokens identify an account, and what the platform's campaigns need beyond the usual. */
type PlatformSetup = {
  account(
    given: Given,
  ): Pick<AdAccountContext, "accessToken" | "organizationId" | "adAccountId" | "profileId">;
  campaign?: Partial<CampaignSpec>;
  keywords?: string[];
  ad?: Partial<AdSpec>;
  /** As a copy of the campaign needs it. */
  owned?: RegExp;
};

const platformSetups: Record<Platform, PlatformSetup> = {
  meta: {
    account: (given) => ids(given.access_token, given.business_id, given.ad_account_id, given.page_id),
    campaign: { placements: ["facebook", "instagram"] },
    ad: { placements: ["facebook", "instagram"] },
  },
  snapchat: {
    account: (given) => ids(given.access_token, given.organization_id, given.ad_account_id, given.profile_id),
    ad: { brandName: "متجر نورة" },
  },
  tiktok: {
    account: (given) =>
      ids(
        given.access_token,
        given.advertiser_id,
        given.advertiser_id,
        `${given.identity_type}:${given.identity_id}`,
      ),
  },
  x: {
    account: (given) =>
      ids(
        packToken({ token: given.oauth_token ?? "", secret: given.oauth_token_secret ?? "" }),
        given.account_id,
        given.account_id,
        given.promotable_user_id,
      ),
  },
  google: {
    account: (given) => ids(given.access_token, given.login_customer_id, given.customer_id, undefined),
    campaign: { placements: ["search"] },
    owned: /campaignBudgets\/(\d+)/g,
    keywords: ["عطور نسائية"],
    ad: {
      placements: ["search"],
      media: null,
      moreHeadlines: ["عطور أصلية", "توصيل سريع"],
      description: "كل العطور بنصف السعر هذا الأسبوع",
      moreDescriptions: ["اطلب الآن وادفع عند الاستلام"],
    },
  },
};

function ids(accessToken = "", organizationId = "", adAccountId = "", profileId: string | null = null) {
  return { accessToken, organizationId, adAccountId, profileId };
}

const runsDays = 3;

/**
 * A sandbox in which each platform has one account with this many campaigns, all of them with figures of the last days,
 * and a paused clock. One campaign is created through the adapter and shown for a few days; the rest are copies of it.
 */
export async function openAdWorld(
  size: Size,
): Promise<{ sandbox: TestSandbox; accounts: AccountFixture[]; now: Date }> {
  const folder = makeTempFolder();
  const env = {
    SANDBOX_DATA_DIR: folder,
    // 15:30 in Riyadh, on the adapters' current day.
    SANDBOX_START: `${systemClock.now().toISOString().slice(0, 10)}T12:30:00Z`,
    // The copies are many rows: more than a developer's sandbox ever holds.
    NODE_OPTIONS: "--max-old-space-size=6000",
  };
  const first = await startSandbox({ seed: "bench", env });
  const landing = await openLanding();
  const settings = readProductSettings({
    ...process.env,
    ...settingsFor(first),
    ...unused,
    DATA_DIR: folder,
  });
  const start = new Date((await first.control<{ now: string }>("clock")).now);
  const adapters = makeAdPlatforms(settings, frozenClock(start.toISOString()));
  const templates = [];
  for (const name of platforms) {
    const platform = adapters[name];
    if (!platform) throw new Error(`no adapter for ${name}`);
    templates.push(await makeTemplate(first, platform, landing.url, start, size));
  }
  const { now } = await first.control<{ now: string }>("clock", { step: `P${runsDays}D` });
  await first.stop();
  landing.close();

  const world = openWorld(folder);
  const accounts = templates.map(({ words, campaign, account, platform }): AccountFixture => {
    const { owned = null, keywords = [] } = platformSetups[platform];
    const copies = world.copy({ platform, words, owned }, size.campaigns, size.days, new Date(now));
    // An id composed of ids is renamed piece by piece, as it is in the rows.
    const renamed = (id: string, copy: ReadonlyMap<string, string>) =>
      id.replace(/[A-Za-z0-9_-]+/g, (word) => copy.get(word) ?? word);
    const campaigns = copies.map((copy) => ({
      platformId: renamed(campaign.platformId, copy),
      adGroups: campaign.adGroups.map((group) => renamed(group, copy)),
      ads: campaign.ads.map((ad) => renamed(ad, copy)),
    }));
    return { platform, account, keywords, campaigns };
  });
  world.close();
  return { sandbox: await startSandbox({ seed: "bench", env }), accounts, now: new Date(now) };
}

async function makeTemplate(sandbox: TestSandbox, platform: AdPlatform, url: string, now: Date, size: Size) {
  const {
    account: read,
    campaign: campaignOverrides,
    keywords = [],
    ad: adOverrides,
  } = platformSetups[platform.platform];
  const given = await sandbox.control<Given>("tokens", { vendor: platform.platform, identity: "fresh" });
  const pixelId = given.pixel_id ?? given.web_event_tag_id ?? given.conversion_action_id ?? null;
  const account: AdAccountContext = { ...read(given), pixelId, ...riyadhAccountDefaults };
  const words: string[] = [];
  const reference = (kind: string) => {
    const id = newId(kind);
    words.push(id);
    return id;
  };
  const spec = aCampaign(now, { objective: "traffic", ...campaignOverrides, reference: reference("cmp") });
  const { platformId } = await platform.createCampaign(account, spec);
  const campaign: CampaignFixture = { platformId, adGroups: [], ads: [] };
  words.push(platformId);
  const media = aFile(await picture(platform.platform), { reference: newId("med") });
  for (let nth = 0; nth < size.adGroups; nth += 1) {
    const group = anAdGroup(spec, platformId, {
      reference: reference("grp"),
      name: `جمهور ${nth}`,
      keywords,
    });
    const { platformId: groupId } = await platform.createAdGroup(account, group);
    campaign.adGroups.push(groupId);
    words.push(groupId);
    for (let index = 0; index < size.ads; index += 1) {
      const own = {
        reference: reference("ad"),
        platformCampaignId: platformId,
        name: `إعلان ${nth} ${index}`,
      };
      const ad = await platform.createAd(account, anAd(groupId, url, media, { ...adOverrides, ...own }));
      campaign.ads.push(ad.platformId);
      words.push(...ad.platformId.split("~"));
      await platform.setStatus(account, "ad", ad.platformId, "active");
    }
    await platform.setStatus(account, "ad_group", groupId, "active");
  }
  await platform.setStatus(account, "campaign", platformId, "active");
  return { platform: platform.platform, account, campaign, words: [...new Set(words)] };
}

/** X's cards are square, the other platforms' images and videos upright. */
function picture(platform: Platform): Promise<Buffer> {
  const height = platform === "x" ? 1_080 : 1_920;
  return sharp({ create: { width: 1_080, height, channels: 3, background: "#17624b" } })
    .png()
    .toBuffer();
}

/** Parts of the product's settings that these adapters do not use. */
const unused = { MOYASAR_WEBHOOK_SECRET: "bench" };
