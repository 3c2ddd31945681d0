import { join } from "node:path";
import { makeUnifonic } from "#adapters/messaging/unifonic/unifonic.ts";
import { makeLocalStorage } from "#adapters/object-storage/local/local-storage.ts";
import { makeMoyasar } from "#adapters/payments/moyasar/moyasar.ts";
import { makeWebPictures } from "#adapters/pictures/web/web-pictures.ts";
import { makeSiteProbe } from "#adapters/store-platforms/other/site-probe.ts";
import type { Clock } from "#base/server/clock.ts";
import type { Facades, PortRegistry } from "#base/server/module.ts";
import type { ObjectStorage } from "#modules/creative/server/object-storage.port.ts";
import { makeAdPlatforms } from "./ad-platforms.ts";
import type { Settings } from "./settings.ts";
import { makeStorePlatforms } from "./store-platforms.ts";

type Options = {
  settings: Settings;
  worldClock: Clock;
  /** For a port that a higher module implements: complete once every module is built. */
  facades: Facades;
};

/** The adapter behind every port that modules name: the only place that knows both. */
export async function makePorts({ settings, worldClock, facades }: Options): Promise<PortRegistry> {
  const publicOnly = settings.ALLOW_PRIVATE_SITES === "off";
  return {
    textMessenger: makeMessenger(settings),
    storePlatforms: makeStorePlatforms(settings),
    siteProbe: makeSiteProbe({ publicOnly }),
    adPlatforms: makeAdPlatforms(settings, worldClock),
    countRunningCampaigns: async (ctx, adAccountId) =>
      (await facades.campaigns.findCampaigns(ctx)).filter(
        ({ ad_account_id, status }) => ad_account_id === adAccountId && status === "active",
      ).length,
    gateway: makeGateway(settings),
    pictureSource: makeWebPictures({ publicOnly }),
    objectStorage: await makeStorage(settings),
  };
}

/** A bucket where one is named, else a folder. Only the first loads its SDK, which takes memory and time to start. */
async function makeStorage(settings: Settings): Promise<ObjectStorage> {
  const { S3_BUCKET: bucket, S3_REGION: region, S3_URL: url } = settings;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  const folder = join(settings.DATA_DIR, "media");
  if (!bucket) return makeLocalStorage(folder);
  const { makeS3Storage } = await import("#adapters/object-storage/s3/s3-storage.ts");
  const keys = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined;
  return makeS3Storage({ bucket, region, url, keys, scratch: join(folder, "scratch") });
}

function makeMessenger(settings: Settings) {
  return makeUnifonic({
    apiUrl: settings.UNIFONIC_API_URL,
    appSid: settings.UNIFONIC_APP_SID,
    senderId: settings.UNIFONIC_SENDER_ID,
  });
}

function makeGateway(settings: Settings) {
  const { MOYASAR_SCRIPT_INTEGRITY: script, MOYASAR_STYLE_INTEGRITY: style } = settings;
  return makeMoyasar({
    apiUrl: settings.MOYASAR_API_URL,
    cdnUrl: settings.MOYASAR_CDN_URL,
    publishableKey: settings.MOYASAR_PUBLISHABLE_KEY,
    secretKey: settings.MOYASAR_SECRET_KEY,
    webhookSecret: settings.MOYASAR_WEBHOOK_SECRET,
    ...(script && style ? { formIntegrity: { script, style } } : {}),
  });
}
