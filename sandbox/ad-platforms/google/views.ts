import type { Figures } from "../shared/deliveries.ts";
import type { Json } from "../shared/field-table.ts";
import { audienceView } from "./audience-views.ts";
import type { Customer, Identity } from "./demo.ts";
import { listGeoTargets } from "./geo.ts";
import { locationView } from "./location-view.ts";
import { type Context, type Kind, parseResourceNumber, type StoredObject } from "./registry.ts";
import {
  adParts,
  assetPart,
  budgetPart,
  campaignParts,
  customerPart,
  groupParts,
  loadCustomer,
  loadParent,
  presentRow,
  uploadPart,
} from "./row-parts.ts";
import type { SegmentSplit } from "./segment-splits.ts";

/** One row before field selection: each part is an object by its name in queries. */
export interface Row {
  parts: Record<string, Json>;
  /** The ads whose metrics belong to this row. */
  ads(): StoredObject[];
  /** The row's part of these ads' metrics; absent where it has all of them. */
  part?(figures: Figures): Figures;
}

/** A resource after FROM: the parts of each row, and the rows of a customer. */
export interface View {
  parts: Record<string, string>;
  hasMetrics: boolean;
  /** Segments beside time that go with this resource. */
  splits?: readonly SegmentSplit[];
  rows(context: Context, customer: Customer, identity: Identity): Row[];
}

const none = () => [];
const CUSTOMER = { customer: "Customer" };
const CAMPAIGN = { campaign: "Campaign", campaign_budget: "CampaignBudget", ...CUSTOMER };
const GROUP = { ad_group: "AdGroup", campaign: "Campaign", ...CUSTOMER };
const AD = { ad_group_ad: "AdGroupAd", ...GROUP };

/** The supported resources of the query language (Fields reference). */
export const views: Record<string, View> = {
  customer: {
    parts: CUSTOMER,
    hasMetrics: true,
    rows: (context, customer) => [
      { parts: customerPart(customer), ads: () => context.objects.listInAccount("adGroupAds", customer.id) },
    ],
  },
  customer_client: {
    parts: { customer_client: "CustomerClient", ...CUSTOMER },
    hasMetrics: false,
    rows: (_context, customer, identity) => listClients(customer, identity),
  },
  campaign: {
    ...listed("campaigns", CAMPAIGN, true, (context, row) => ({
      parts: campaignParts(context, row),
      ads: () => listCampaignAds(context, row),
    })),
    splits: ["ad_network_type", "device"],
  },
  ad_group: listed("adGroups", GROUP, true, (context, row) => ({
    parts: groupParts(context, row),
    ads: () => context.objects.listChildren("adGroupAds", row.id),
  })),
  ad_group_ad: listed("adGroupAds", AD, true, (context, row) => ({
    parts: adParts(context, row),
    ads: () => [row],
  })),
  user_location_view: locationView(CAMPAIGN),
  geo_target_constant: {
    parts: { geo_target_constant: "GeoTargetConstant" },
    hasMetrics: false,
    rows: () => listGeoTargets().map((part) => ({ parts: { geo_target_constant: part }, ads: none })),
  },
  age_range_view: audienceView("ageRange", GROUP),
  gender_view: audienceView("gender", GROUP),
  ad_group_criterion: listed(
    "adGroupCriteria",
    { ad_group_criterion: "AdGroupCriterion", ...GROUP },
    false,
    (context, row) => ({
      parts: {
        ad_group_criterion: presentRow(row),
        ...groupParts(context, loadParent(context, "adGroups", row)),
      },
      ads: none,
    }),
  ),
  campaign_criterion: listed(
    "campaignCriteria",
    { campaign_criterion: "CampaignCriterion", ...CAMPAIGN },
    false,
    (context, row) => ({
      parts: {
        campaign_criterion: presentRow(row),
        ...campaignParts(context, loadParent(context, "campaigns", row)),
      },
      ads: none,
    }),
  ),
  campaign_budget: listed(
    "campaignBudgets",
    { campaign_budget: "CampaignBudget", ...CUSTOMER },
    false,
    (context, row) => ({
      parts: { campaign_budget: budgetPart(row), ...customerPart(loadCustomer(context, row)) },
      ads: none,
    }),
  ),
  asset: listed("assets", { asset: "Asset", ...CUSTOMER }, false, (context, row) => ({
    parts: { asset: assetPart(row), ...customerPart(loadCustomer(context, row)) },
    ads: none,
  })),
  label: listed("labels", { label: "Label", ...CUSTOMER }, false, (context, row) => ({
    parts: {
      label: { ...presentRow(row), id: parseResourceNumber(row.id) },
      ...customerPart(loadCustomer(context, row)),
    },
    ads: none,
  })),
  campaign_label: labelLink(
    "campaignLabels",
    "campaign_label",
    "CampaignLabel",
    { campaign: "Campaign", ...CUSTOMER },
    (context, row) => campaignParts(context, loadParent(context, "campaigns", row)),
  ),
  ad_group_label: labelLink("adGroupLabels", "ad_group_label", "AdGroupLabel", GROUP, (context, row) =>
    groupParts(context, loadParent(context, "adGroups", row)),
  ),
  ad_group_ad_label: labelLink("adGroupAdLabels", "ad_group_ad_label", "AdGroupAdLabel", AD, (context, row) =>
    adParts(context, loadParent(context, "adGroupAds", row)),
  ),
  conversion_action: {
    parts: { conversion_action: "ConversionAction", ...CUSTOMER },
    hasMetrics: false,
    rows: (context, customer) =>
      listConversions(context, customer).map((part) => ({
        parts: { conversion_action: part, ...customerPart(customer) },
        ads: none,
      })),
  },
  customer_asset: {
    parts: { customer_asset: "CustomerAsset", asset: "Asset", ...CUSTOMER },
    hasMetrics: false,
    rows: listLogos,
  },
  you_tube_video_upload: listed(
    "youTubeVideoUploads",
    { you_tube_video_upload: "YouTubeVideoUpload", ...CUSTOMER },
    false,
    (context, row) => ({
      parts: { you_tube_video_upload: uploadPart(context, row), ...customerPart(loadCustomer(context, row)) },
      ads: none,
    }),
  ),
};

/** A resource of the stored objects of one kind, removed ones included, except labels and label links. */
function listed(
  kind: Kind,
  parts: Record<string, string>,
  hasMetrics: boolean,
  row: (context: Context, stored: StoredObject) => Row,
): View {
  const includesRemoved = ["campaigns", "adGroups", "adGroupAds", "campaignBudgets"].includes(kind);
  return {
    parts,
    hasMetrics,
    rows: (context, customer) =>
      context.objects
        .listInAccount(kind, customer.id)
        .filter((stored) => includesRemoved || !stored.deleted)
        .map((stored) => row(context, stored)),
  };
}

function labelLink(
  kind: Kind,
  name: string,
  message: string,
  parts: Record<string, string>,
  partsAbove: (context: Context, row: StoredObject) => Record<string, Json>,
): View {
  return listed(kind, { [name]: message, label: "Label", ...parts }, false, (context, row) => {
    const label = context.objects.tables.labels.get(String(row.wire.label));
    return {
      parts: {
        [name]: presentRow(row),
        label: label ? { ...presentRow(label), id: parseResourceNumber(label.id) } : {},
        ...partsAbove(context, row),
      },
      ads: none,
    };
  });
}

/** A manager's accounts, and itself on level 0. */
function listClients(customer: Customer, { accounts }: Identity): Row[] {
  const clients = customer.isManager ? accounts : [];
  return [customer, ...clients].map((client) => ({
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

function listCampaignAds({ objects }: Context, campaign: StoredObject): StoredObject[] {
  return objects
    .listChildren("adGroups", campaign.id)
    .flatMap((group) => objects.listChildren("adGroupAds", group.id));
}

function listConversions({ objects }: Context, customer: Customer): Json[] {
  const created = objects
    .listInAccount("conversionActions", customer.id)
    .filter((row) => !row.deleted)
    .map((row) => ({ ...presentRow(row), id: parseResourceNumber(row.id) }));
  if (!customer.conversionActionId) return created;
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
  return [given, ...created];
}

/** The customer's assets: its logo, when it has one. */
function listLogos({ objects }: Context, customer: Customer): Row[] {
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
