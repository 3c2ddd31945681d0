import { join } from "node:path";
import { makeOpenAiCompatible } from "#adapters/language-models/openai-compatible/openai-compatible.ts";
import { makePictureModel } from "#adapters/language-models/openai-compatible/pictures.ts";
import { makeSpeechModel } from "#adapters/language-models/openai-compatible/speech.ts";
import { makeLinkProbe } from "#adapters/link-probes/web/link-probe.ts";
import { makeFailover } from "#adapters/messaging/failover/failover.ts";
import { makeSmtp } from "#adapters/messaging/smtp/smtp.ts";
import { makeTaqnyat } from "#adapters/messaging/taqnyat/taqnyat.ts";
import { makeTwilio } from "#adapters/messaging/twilio/twilio.ts";
import { makeUnifonic } from "#adapters/messaging/unifonic/unifonic.ts";
import { makeWebPush } from "#adapters/messaging/web-push/web-push.ts";
import { makeWhatsApp } from "#adapters/messaging/whatsapp/whatsapp.ts";
import { makeLocalStorage } from "#adapters/object-storage/local/local-storage.ts";
import { makeMoyasar } from "#adapters/payments/moyasar/moyasar.ts";
import { makeTap } from "#adapters/payments/tap/tap.ts";
import { makeWebPictures } from "#adapters/pictures/web/web-pictures.ts";
import { makeCalcom } from "#adapters/scheduling/calcom/calcom.ts";
import { makeCalendly } from "#adapters/scheduling/calendly/calendly.ts";
import { makeWebServicePages } from "#adapters/service-pages/web/web-service-pages.ts";
import { makeSiteProbe } from "#adapters/store-platforms/other/site-probe.ts";
import type { Clock } from "#base/server/clock.ts";
import type { Facades, PortRegistry, SharedDeps } from "#base/server/module.ts";
import type { PersonalDataRegistry } from "#base/server/personal-data/personal-data.ts";
import type { SchedulingVendor } from "#modules/consultations/server/scheduling.port.ts";
import type { ObjectStorage } from "#modules/creative/server/object-storage.port.ts";
import type { DemoStore } from "#modules/demo/server/demo-store.port.ts";
import type { TextMessenger } from "#modules/merchants/server/text-message.port.ts";
import {
  makeGateways,
  type PaymentGateway,
  type PaymentGateways,
} from "#modules/payments/server/payment-gateway.port.ts";
import { makeAdPlatforms } from "./ad-platforms.ts";
import type { Settings } from "./settings.ts";
import { makeStorePlatforms } from "./store-platforms.ts";

type Options = {
  settings: Settings;
  worldClock: Clock;
  /** For a port that a higher module implements: complete once every module is built. */
  facades: Facades;
  deriveKeys: SharedDeps["deriveKeys"];
  /** Complete once every module is built. */
  personalData: PersonalDataRegistry;
  demoStore: DemoStore;
};

/** The adapter behind every port that modules name: the only place that knows both. */
export async function makePorts({
  settings,
  worldClock,
  facades,
  deriveKeys,
  personalData,
  demoStore,
}: Options): Promise<PortRegistry> {
  const publicOnly = settings.ALLOW_PRIVATE_SITES === "off";
  const twilio = makeTwilioMessenger(settings);
  const unifonic = makeUnifonicMessenger(settings, deriveKeys("unifonic reports"));
  return {
    textMessenger: makeMessenger(settings, { unifonic, twilio }),
    findMemberLimit: (ctx) => facades.billing.loadMemberLimit(ctx),
    whatsApp: makeWhatsAppSender(settings),
    textReportSources: twilio ? [unifonic, twilio] : [unifonic],
    emailSender: makeEmailSender(settings),
    pushSender: makePushSender(settings),
    vapidKeys: toVapidKeys(settings),
    textModels: settings.TEXT_MODELS.map((endpoint) =>
      makeOpenAiCompatible({
        name: endpoint.name,
        url: endpoint.url,
        key: endpoint.key,
        model: endpoint.model,
        tokenLimitField: endpoint.token_limit_field,
        inputMicroSar: endpoint.input_sar,
        outputMicroSar: endpoint.output_sar,
        firstTokenMs: endpoint.first_token_seconds * 1_000,
        nextTokenMs: endpoint.next_token_seconds * 1_000,
      }),
    ),
    speechModels: settings.SPEECH_MODELS.map(({ minute_sar, timeout_seconds, ...endpoint }) =>
      makeSpeechModel({
        ...endpoint,
        secondMicroSar: (minute_sar * 1_000_000) / 60,
        timeoutMs: timeout_seconds * 1_000,
      }),
    ),
    pictureModels: settings.PICTURE_MODELS.map(
      ({ picture_sar, asks_for_base64, timeout_seconds, ...endpoint }) =>
        makePictureModel({
          ...endpoint,
          pictureMicroSar: picture_sar * 1_000_000,
          asksForBase64: asks_for_base64,
          timeoutMs: timeout_seconds * 1_000,
        }),
    ),
    storePlatforms: makeStorePlatforms(settings),
    siteProbe: makeSiteProbe({ publicOnly }),
    linkProbe: makeLinkProbe({ publicOnly }),
    adPlatforms: makeAdPlatforms(settings, worldClock),
    countRunningCampaigns: async (ctx, adAccountId) =>
      (await facades.campaigns.findCampaigns(ctx)).filter(
        ({ ad_account_id, status }) => ad_account_id === adAccountId && status === "active",
      ).length,
    gateways: makePaymentGateways(settings),
    findCardNeeds: async (ctx, cardId) => {
      const campaigns = await facades.campaigns.findCampaigns(ctx);
      const isRunning = campaigns.some(({ status }) => status === "active");
      const isTopUpCard = await facades.wallet.isTopUpCard(ctx, cardId);
      const isRenewalCard = await facades.billing.isRenewalCard(ctx, cardId);
      return [
        ...(isRunning ? (["running_campaign"] as const) : []),
        ...(isTopUpCard ? (["top_up"] as const) : []),
        ...(isRenewalCard ? (["subscription"] as const) : []),
      ];
    },
    schedulingVendors: makeSchedulingVendors(settings),
    servicePages: makeWebServicePages({ publicOnly }),
    pictureSource: makeWebPictures({ publicOnly }),
    objectStorage: await makeStorage(settings),
    personalData,
    demoStore,
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

/** The calendars that we have a secret of; other links are confirmed by hand. */
function makeSchedulingVendors(settings: Settings): SchedulingVendor[] {
  const { CALCOM_PAGE_URL, CALCOM_WEBHOOK_SECRET: webhookSecret } = settings;
  const { CALENDLY_PAGE_URL, CALENDLY_SIGNING_KEY: signingKey } = settings;
  return [
    ...(webhookSecret ? [makeCalcom({ pageUrl: CALCOM_PAGE_URL, webhookSecret })] : []),
    ...(signingKey ? [makeCalendly({ pageUrl: CALENDLY_PAGE_URL, signingKey })] : []),
  ];
}

/** Unifonic, and behind it Taqnyat and Twilio, those that are set. */
function makeMessenger(
  settings: Settings,
  { unifonic, twilio }: { unifonic: TextMessenger; twilio: TextMessenger | null },
) {
  const { TAQNYAT_API_URL: apiUrl, TAQNYAT_TOKEN: token, TAQNYAT_SENDER_ID: senderId } = settings;
  const taqnyat = token ? makeTaqnyat({ apiUrl, token, senderId }) : null;
  const [second, third] = [taqnyat, twilio].filter((messenger) => messenger !== null);
  if (!second) return unifonic;
  return makeFailover(unifonic, third ? makeFailover(second, third) : second);
}

const makeUnifonicMessenger = (settings: Settings, reportKeys: readonly Buffer[]) =>
  makeUnifonic({
    apiUrl: settings.UNIFONIC_API_URL,
    appSid: settings.UNIFONIC_APP_SID,
    senderId: settings.UNIFONIC_SENDER_ID,
    callbackUrl: `${settings.PUBLIC_URL}/webhooks/unifonic`,
    reportKeys,
  });

function makeTwilioMessenger(settings: Settings) {
  const { TWILIO_API_URL: apiUrl, TWILIO_ACCOUNT_SID: accountSid } = settings;
  const { TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from, PUBLIC_URL } = settings;
  if (!accountSid || !authToken || !from) return null;
  return makeTwilio({ apiUrl, accountSid, authToken, from, callbackUrl: `${PUBLIC_URL}/webhooks/twilio` });
}

/** Null where WhatsApp is not set: then texts go by SMS. */
function makeWhatsAppSender(settings: Settings) {
  const { WHATSAPP_API_URL: apiUrl, WHATSAPP_API_VERSION: apiVersion } = settings;
  const { WHATSAPP_PHONE_NUMBER_ID: phoneNumberId, WHATSAPP_BUSINESS_ACCOUNT_ID: businessAccountId } =
    settings;
  const { WHATSAPP_TOKEN: token, WHATSAPP_APP_SECRET: appSecret } = settings;
  const { WHATSAPP_VERIFY_TOKEN: verifyToken } = settings;
  if (!phoneNumberId || !businessAccountId || !token || !appSecret || !verifyToken) return null;
  return makeWhatsApp({
    apiUrl,
    apiVersion,
    phoneNumberId,
    businessAccountId,
    token,
    appSecret,
    verifyToken,
  });
}

/** Push services may write to us at our own address (RFC 8292, section 2.1). */
function makePushSender({ WEB_PUSH_SERVICES: services, PUBLIC_URL: url }: Settings) {
  const contact = url.startsWith("https:") ? url : `mailto:postmaster@${new URL(url).hostname}`;
  return makeWebPush({ services, contact });
}

/** Null where none are set: then a pair is made once, and kept. */
function toVapidKeys({ WEB_PUSH_PUBLIC_KEY: publicKey, WEB_PUSH_PRIVATE_KEY: privateKey }: Settings) {
  return publicKey && privateKey ? { publicKey, privateKey } : null;
}

/** Null where no mail server is set: then no e-mail is sent, and screens say so. */
function makeEmailSender({ SMTP_URL: url, EMAIL_FROM: from }: Settings) {
  return url && from ? makeSmtp({ url, from }) : null;
}

/** Every gateway that has keys, the one where new payments begin first. */
function makePaymentGateways(settings: Settings): PaymentGateways {
  const gateways = [makeMoyasarGateway(settings), makeTapGateway(settings)].filter(
    (gateway) => gateway !== null,
  );
  const isCurrent = ({ gateway }: PaymentGateway) => gateway === settings.PAYMENT_GATEWAY;
  const current = gateways.find(isCurrent);
  if (!current) throw new Error(`no keys for the gateway ${settings.PAYMENT_GATEWAY}`);
  return makeGateways(current, ...gateways.filter((gateway) => !isCurrent(gateway)));
}

function makeTapGateway({ TAP_SECRET_KEY: secretKey, TAP_API_URL: apiUrl, PUBLIC_URL }: Settings) {
  return secretKey ? makeTap({ apiUrl, secretKey, webhookUrl: `${PUBLIC_URL}/webhooks/tap` }) : null;
}

function makeMoyasarGateway(settings: Settings) {
  const { MOYASAR_PUBLISHABLE_KEY: publishableKey, MOYASAR_SECRET_KEY: secretKey } = settings;
  const { MOYASAR_WEBHOOK_SECRET: webhookSecret } = settings;
  if (!publishableKey || !secretKey || !webhookSecret) return null;
  const { MOYASAR_SCRIPT_INTEGRITY: script, MOYASAR_STYLE_INTEGRITY: style } = settings;
  return makeMoyasar({
    apiUrl: settings.MOYASAR_API_URL,
    cdnUrl: settings.MOYASAR_CDN_URL,
    publishableKey,
    secretKey,
    webhookSecret,
    methods: settings.PAYMENT_METHODS,
    ...(script && style ? { formIntegrity: { script, style } } : {}),
  });
}
