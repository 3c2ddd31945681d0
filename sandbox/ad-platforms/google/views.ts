import type { Json } from "../shared/field-table.ts";
import type { Customer, Identity } from "./demo.ts";
import { type Kept, type Kind, numberIn, type Room } from "./registry.ts";
import {
  above,
  adParts,
  assetPart,
  budgetPart,
  campaignParts,
  customerOf,
  customerPart,
  groupParts,
  shown,
  uploadPart,
} from "./row-parts.ts";

/** One row of an answer before fields are chosen: each part is an object by its name in queries. */
export interface Row {
  parts: Record<string, Json>;
  /** The ads whose figures belong to this row. */
  ads(): Kept[];
}

/** What can stand behind FROM: the parts each row has, and the rows of a customer. */
export interface View {
  parts: Record<string, string>;
  hasMetrics: boolean;
  rows(room: Room, customer: Customer, identity: Identity): Row[];
}

const none = () => [];
const CUSTOMER = { customer: "Customer" };
const CAMPAIGN = { campaign: "Campaign", campaign_budget: "CampaignBudget", ...CUSTOMER };
const GROUP = { ad_group: "AdGroup", campaign: "Campaign", ...CUSTOMER };
const AD = { ad_group_ad: "AdGroupAd", ...GROUP };

/** The resources of the query language that are served (Fields reference). */
export const views: Record<string, View> = {
  customer: {
    parts: CUSTOMER,
    hasMetrics: true,
    rows: (room, customer) => [
      { parts: customerPart(customer), ads: () => room.objects.inAccount("adGroupAds", customer.id) },
    ],
  },
  customer_client: {
    parts: { customer_client: "CustomerClient", ...CUSTOMER },
    hasMetrics: false,
    rows: (_room, customer, identity) => clientsOf(customer, identity),
  },
  campaign: listed("campaigns", CAMPAIGN, true, (room, row) => ({
    parts: campaignParts(room, row),
    ads: () => adsOfCampaign(room, row),
  })),
  ad_group: listed("adGroups", GROUP, true, (room, row) => ({
    parts: groupParts(room, row),
    ads: () => room.objects.childrenOf("adGroupAds", row.id),
  })),
  ad_group_ad: listed("adGroupAds", AD, true, (room, row) => ({
    parts: adParts(room, row),
    ads: () => [row],
  })),
  ad_group_criterion: listed(
    "adGroupCriteria",
    { ad_group_criterion: "AdGroupCriterion", ...GROUP },
    false,
    (room, row) => ({
      parts: { ad_group_criterion: shown(row), ...groupParts(room, above(room, "adGroups", row)) },
      ads: none,
    }),
  ),
  campaign_criterion: listed(
    "campaignCriteria",
    { campaign_criterion: "CampaignCriterion", ...CAMPAIGN },
    false,
    (room, row) => ({
      parts: { campaign_criterion: shown(row), ...campaignParts(room, above(room, "campaigns", row)) },
      ads: none,
    }),
  ),
  campaign_budget: listed(
    "campaignBudgets",
    { campaign_budget: "CampaignBudget", ...CUSTOMER },
    false,
    (room, row) => ({
      parts: { campaign_budget: budgetPart(row), ...customerPart(customerOf(room, row)) },
      ads: none,
    }),
  ),
  asset: listed("assets", { asset: "Asset", ...CUSTOMER }, false, (room, row) => ({
    parts: { asset: assetPart(row), ...customerPart(customerOf(room, row)) },
    ads: none,
  })),
  label: listed("labels", { label: "Label", ...CUSTOMER }, false, (room, row) => ({
    parts: { label: { ...shown(row), id: numberIn(row.id) }, ...customerPart(customerOf(room, row)) },
    ads: none,
  })),
  campaign_label: bond(
    "campaignLabels",
    "campaign_label",
    "CampaignLabel",
    { campaign: "Campaign", ...CUSTOMER },
    (room, row) => campaignParts(room, above(room, "campaigns", row)),
  ),
  ad_group_label: bond("adGroupLabels", "ad_group_label", "AdGroupLabel", GROUP, (room, row) =>
    groupParts(room, above(room, "adGroups", row)),
  ),
  ad_group_ad_label: bond("adGroupAdLabels", "ad_group_ad_label", "AdGroupAdLabel", AD, (room, row) =>
    adParts(room, above(room, "adGroupAds", row)),
  ),
  conversion_action: {
    parts: { conversion_action: "ConversionAction", ...CUSTOMER },
    hasMetrics: false,
    rows: (room, customer) =>
      conversionsOf(room, customer).map((part) => ({
        parts: { conversion_action: part, ...customerPart(customer) },
        ads: none,
      })),
  },
  customer_asset: {
    parts: { customer_asset: "CustomerAsset", asset: "Asset", ...CUSTOMER },
    hasMetrics: false,
    rows: logosOf,
  },
  you_tube_video_upload: listed(
    "youTubeVideoUploads",
    { you_tube_video_upload: "YouTubeVideoUpload", ...CUSTOMER },
    false,
    (room, row) => ({
      parts: { you_tube_video_upload: uploadPart(room, row), ...customerPart(customerOf(room, row)) },
      ads: none,
    }),
  ),
};

/** A resource whose rows are the kept objects of one kind. Removed ones are there too; removed labels and bonds are not. */
function listed(
  kind: Kind,
  parts: Record<string, string>,
  hasMetrics: boolean,
  row: (room: Room, kept: Kept) => Row,
): View {
  const keepsRemoved = ["campaigns", "adGroups", "adGroupAds", "campaignBudgets"].includes(kind);
  return {
    parts,
    hasMetrics,
    rows: (room, customer) =>
      room.objects
        .inAccount(kind, customer.id)
        .filter((kept) => keepsRemoved || !kept.deleted)
        .map((kept) => row(room, kept)),
  };
}

function bond(
  kind: Kind,
  name: string,
  message: string,
  parts: Record<string, string>,
  partsAbove: (room: Room, row: Kept) => Record<string, Json>,
): View {
  return listed(kind, { [name]: message, label: "Label", ...parts }, false, (room, row) => {
    const label = room.objects.tables.labels.get(String(row.wire.label));
    return {
      parts: {
        [name]: shown(row),
        label: label ? { ...shown(label), id: numberIn(label.id) } : {},
        ...partsAbove(room, row),
      },
      ads: none,
    };
  });
}

/** A manager's accounts, and itself on level 0. */
function clientsOf(customer: Customer, { accounts }: Identity): Row[] {
  const below = customer.isManager ? accounts : [];
  return [customer, ...below].map((client) => ({
    parts: {
      customer_client: {
        resourceName: `customers/${customer.id}/customerClients/${client.id}`,
        clientCustomer: `customers/${client.id}`,
        id: client.id,
        descriptiveName: client.name,
        currencyCode: client.currency,
        timeZone: client.timeZone,
        manager: client.isManager,
        testAccount: false,
        hidden: false,
        level: client.id === customer.id ? "0" : "1",
        status: client.status,
      },
      ...customerPart(customer),
    },
    ads: none,
  }));
}

function adsOfCampaign({ objects }: Room, campaign: Kept): Kept[] {
  return objects
    .childrenOf("adGroups", campaign.id)
    .flatMap((group) => objects.childrenOf("adGroupAds", group.id));
}

function conversionsOf({ objects }: Room, customer: Customer): Json[] {
  const made = objects
    .inAccount("conversionActions", customer.id)
    .filter((row) => !row.deleted)
    .map((row) => ({ ...shown(row), id: numberIn(row.id) }));
  if (!customer.conversionActionId) return made;
  const given = {
    resourceName: `customers/${customer.id}/conversionActions/${customer.conversionActionId}`,
    id: customer.conversionActionId,
    name: "Purchase",
    type: "WEBPAGE",
    category: "PURCHASE",
    origin: "WEBSITE",
    status: "ENABLED",
    primaryForGoal: true,
  };
  return [given, ...made];
}

/** What stands for the whole account: its logo, when it has one. */
function logosOf({ objects }: Room, customer: Customer): Row[] {
  const asset = objects.tables.assets.get(`customers/${customer.id}/assets/${customer.logoAssetId}`);
  if (!asset) return [];
  const part = {
    resourceName: `customers/${customer.id}/customerAssets/${customer.logoAssetId}~BUSINESS_LOGO`,
    asset: asset.id,
    fieldType: "BUSINESS_LOGO",
    source: "ADVERTISER",
    status: "ENABLED",
  };
  return [{ parts: { customer_asset: part, asset: assetPart(asset), ...customerPart(customer) }, ads: none }];
}
