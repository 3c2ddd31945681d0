import { makeSalla } from "#adapters/store-platforms/salla/salla.ts";
import { makeShopify } from "#adapters/store-platforms/shopify/shopify.ts";
import { makeWooCommerce } from "#adapters/store-platforms/woocommerce/woocommerce.ts";
import { makeZid } from "#adapters/store-platforms/zid/zid.ts";
import { systemClock } from "#base/server/clock.ts";
import type { StorePlatformName } from "#modules/stores/contract/enums.ts";
import type { StorePlatform } from "#modules/stores/server/store-platform.port.ts";
import type { Settings } from "./settings.ts";

type Platforms = Partial<Record<StorePlatformName, StorePlatform>>;

/** The store platforms we have credentials for; WooCommerce needs none. */
export function makeStorePlatforms(settings: Settings): Platforms {
  const publicOnly = settings.ALLOW_PRIVATE_SITES === "off";
  return {
    ...configureSalla(settings),
    ...configureZid(settings),
    ...configureShopify(settings),
    woocommerce: makeWooCommerce({ publicOnly }, systemClock),
  };
}

function configureSalla(settings: Settings): Platforms {
  const {
    SALLA_CLIENT_ID: clientId,
    SALLA_CLIENT_SECRET: clientSecret,
    SALLA_WEBHOOK_SECRET: webhookSecret,
  } = settings;
  if (!clientId || !clientSecret || !webhookSecret) return {};
  const [first = webhookSecret, ...rest] = webhookSecret.split(",");
  const addresses = { apiUrl: settings.SALLA_API_URL, accountsUrl: settings.SALLA_ACCOUNTS_URL };
  return {
    salla: makeSalla({ ...addresses, clientId, clientSecret, webhookSecrets: [first, ...rest] }, systemClock),
  };
}

function configureZid(settings: Settings): Platforms {
  const { ZID_CLIENT_ID: clientId, ZID_CLIENT_SECRET: clientSecret } = settings;
  if (!clientId || !clientSecret) return {};
  const addresses = { apiUrl: settings.ZID_API_URL, oauthUrl: settings.ZID_OAUTH_URL };
  return { zid: makeZid({ ...addresses, clientId, clientSecret }, systemClock) };
}

function configureShopify(settings: Settings): Platforms {
  const { SHOPIFY_CLIENT_ID: clientId, SHOPIFY_CLIENT_SECRET: secrets } = settings;
  if (!clientId || !secrets) return {};
  const [first = secrets, ...rest] = secrets.split(",");
  const place = { shopUrl: settings.SHOPIFY_SHOP_URL, apiVersion: settings.SHOPIFY_API_VERSION };
  return { shopify: makeShopify({ ...place, clientId, clientSecrets: [first, ...rest] }, systemClock) };
}
