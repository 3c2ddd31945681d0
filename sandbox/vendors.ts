import { makeGoogle } from "./ad-platforms/google/google.ts";
import { makeMeta } from "./ad-platforms/meta/meta.ts";
import { makeSnapchat } from "./ad-platforms/snapchat/snapchat.ts";
import { makeTiktok } from "./ad-platforms/tiktok/tiktok.ts";
import { makeX } from "./ad-platforms/x/x.ts";
import type { MakeVendor } from "./base/vendor.ts";
import { makeLanguageModel } from "./language-models/openai-compatible/openai-compatible.ts";
import { makeSmtpServer } from "./messaging/smtp/smtp.ts";
import { makeTaqnyat } from "./messaging/taqnyat/taqnyat.ts";
import { makeTwilio } from "./messaging/twilio/twilio.ts";
import { makeUnifonic } from "./messaging/unifonic/unifonic.ts";
import { makeWebPush } from "./messaging/web-push/web-push.ts";
import { makeWhatsApp } from "./messaging/whatsapp/whatsapp.ts";
import { makeS3 } from "./object-storage/s3/s3.ts";
import { makeMoyasar } from "./payments/moyasar/moyasar.ts";
import { makeTap } from "./payments/tap/tap.ts";
import { makeCalcom } from "./scheduling/calcom/calcom.ts";
import { makeCalendly } from "./scheduling/calendly/calendly.ts";
import { makeOtherSite } from "./store-platforms/other/site.ts";
import { makeSalla } from "./store-platforms/salla/salla.ts";
import { makeShopify } from "./store-platforms/shopify/shopify.ts";
import { makeWooCommerce } from "./store-platforms/woocommerce/woocommerce.ts";
import { makeZid } from "./store-platforms/zid/zid.ts";

/** Every vendor of the sandbox. To add one: write its folder, and list it here. */
export const vendors: MakeVendor[] = [
  makeSalla,
  makeUnifonic,
  makeSmtpServer,
  makeSnapchat,
  makeMeta,
  makeMoyasar,
  makeTap,
  makeWooCommerce,
  makeShopify,
  makeTiktok,
  makeX,
  makeGoogle,
  makeZid,
  makeOtherSite,
  makeS3,
  makeTaqnyat,
  makeTwilio,
  makeWhatsApp,
  makeWebPush,
  makeLanguageModel,
  makeCalcom,
  makeCalendly,
];
