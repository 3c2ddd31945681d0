import { makeGoogle } from "#adapters/ad-platforms/google/google.ts";
import { makeMeta } from "#adapters/ad-platforms/meta/meta.ts";
import { makeSnapchat } from "#adapters/ad-platforms/snapchat/snapchat.ts";
import { makeTiktok } from "#adapters/ad-platforms/tiktok/tiktok.ts";
import { makeX } from "#adapters/ad-platforms/x/x.ts";
import type { Clock } from "#base/server/clock.ts";
import type { Platforms } from "#modules/ad-accounts/server/ad-accounts.deps.ts";
import type { Settings } from "./settings.ts";

/** The ad platforms we have credentials for. */
export function makeAdPlatforms(settings: Settings, worldClock: Clock): Platforms {
  return {
    ...configureMeta(settings),
    ...configureSnapchat(settings),
    ...configureTiktok(settings, worldClock),
    ...configureX(settings),
    ...configureGoogle(settings),
  };
}

function configureMeta(settings: Settings): Platforms {
  const { META_APP_ID: appId, META_APP_SECRET: appSecret } = settings;
  if (!appId || !appSecret) return {};
  return {
    meta: makeMeta({
      apiUrl: settings.META_API_URL,
      videoUrl: settings.META_VIDEO_URL,
      dialogUrl: settings.META_DIALOG_URL,
      appId,
      appSecret,
      apiVersion: settings.META_API_VERSION,
    }),
  };
}

function configureSnapchat(settings: Settings): Platforms {
  const { SNAPCHAT_CLIENT_ID: clientId, SNAPCHAT_CLIENT_SECRET: clientSecret } = settings;
  if (!clientId || !clientSecret) return {};
  return {
    snapchat: makeSnapchat({
      apiUrl: settings.SNAPCHAT_API_URL,
      accountsUrl: settings.SNAPCHAT_ACCOUNTS_URL,
      businessUrl: settings.SNAPCHAT_BUSINESS_URL,
      conversionsUrl: settings.SNAPCHAT_CONVERSIONS_URL,
      clientId,
      clientSecret,
    }),
  };
}

function configureTiktok(settings: Settings, worldClock: Clock): Platforms {
  const { TIKTOK_APP_ID: appId, TIKTOK_SECRET: secret } = settings;
  if (!appId || !secret) return {};
  const { TIKTOK_API_URL: apiUrl, TIKTOK_API_VERSION: apiVersion } = settings;
  const smartPlusFrom = new Date(settings.TIKTOK_SMART_PLUS_FROM);
  const smartPlusObjectives = settings.TIKTOK_SMART_PLUS_OBJECTIVES;
  const options = { apiVersion, worldClock, smartPlusFrom, smartPlusObjectives };
  return { tiktok: makeTiktok({ apiUrl, appId, secret, ...options }) };
}

function configureX(settings: Settings): Platforms {
  const { X_CONSUMER_KEY: consumerKey, X_CONSUMER_SECRET: consumerSecret } = settings;
  if (!consumerKey || !consumerSecret) return {};
  const { X_ADS_API_URL: adsUrl, X_API_URL: apiUrl, X_API_VERSION: apiVersion } = settings;
  return { x: makeX({ adsUrl, apiUrl, consumerKey, consumerSecret, apiVersion }) };
}

function configureGoogle(settings: Settings): Platforms {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = settings;
  if (!clientId || !clientSecret) return {};
  const { GOOGLE_DEVELOPER_TOKEN: developerToken } = settings;
  return {
    google: makeGoogle({
      apiUrl: settings.GOOGLE_ADS_API_URL,
      oauthUrl: settings.GOOGLE_OAUTH_URL,
      accountsUrl: settings.GOOGLE_ACCOUNTS_URL,
      dataManagerUrl: settings.GOOGLE_DATA_MANAGER_URL,
      clientId,
      clientSecret,
      apiVersion: settings.GOOGLE_ADS_API_VERSION,
      ...(developerToken ? { developerToken } : {}),
    }),
  };
}
