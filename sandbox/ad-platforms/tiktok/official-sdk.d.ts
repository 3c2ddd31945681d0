/** TikTok's own SDK ships without types: what the test of the simulator uses of it. */
declare module "tiktok-business-api-sdk-official" {
  type Done = (error: unknown, data: { data: Record<string, unknown>; request_id: string }) => void;
  type Options = Record<string, unknown>;

  export class ApiClient {
    basePath: string;
  }
  export class AuthenticationApi {
    constructor(client: ApiClient);
    oauth2AccessToken(options: Options, done: Done): void;
    oauth2AdvertiserGet(appId: string, secret: string, token: string, done: Done): void;
  }
  export class CampaignCreationApi {
    constructor(client: ApiClient);
    campaignCreate(token: string, options: Options, done: Done): void;
    campaignGet(advertiserId: string, token: string, options: Options, done: Done): void;
    campaignUpdate(token: string, options: Options, done: Done): void;
    campaignStatusUpdate(token: string, options: Options, done: Done): void;
    smartPlusCampaignCreate(token: string, options: Options, done: Done): void;
    smartPlusCampaignGet(advertiserId: string, token: string, options: Options, done: Done): void;
    smartPlusCampaignUpdate(token: string, options: Options, done: Done): void;
    smartPlusCampaignStatusUpdate(token: string, options: Options, done: Done): void;
  }
  export class AdgroupApi {
    constructor(client: ApiClient);
    adgroupCreate(token: string, options: Options, done: Done): void;
    adgroupGet(advertiserId: string, token: string, options: Options, done: Done): void;
    adgroupUpdate(token: string, options: Options, done: Done): void;
    adgroupStatusUpdate(token: string, options: Options, done: Done): void;
    smartPlusAdgroupCreate(token: string, options: Options, done: Done): void;
    smartPlusAdgroupGet(advertiserId: string, token: string, options: Options, done: Done): void;
    smartPlusAdgroupUpdate(token: string, options: Options, done: Done): void;
    smartPlusAdgroupStatusUpdate(token: string, options: Options, done: Done): void;
  }
  export class AdApi {
    constructor(client: ApiClient);
    adCreate(token: string, options: Options, done: Done): void;
    adGet(advertiserId: string, token: string, options: Options, done: Done): void;
    adUpdate(token: string, options: Options, done: Done): void;
    adStatusUpdate(token: string, options: Options, done: Done): void;
    smartPlusAdCreate(token: string, options: Options, done: Done): void;
    smartPlusAdGet(advertiserId: string, token: string, options: Options, done: Done): void;
    smartPlusAdUpdate(token: string, options: Options, done: Done): void;
    smartPlusAdStatusUpdate(token: string, options: Options, done: Done): void;
    smartPlusAdReviewInfo(
      advertiserId: string,
      adIds: string[],
      token: string,
      options: Options,
      done: Done,
    ): void;
  }
  export class CreativeManagementApi {
    constructor(client: ApiClient);
    creativePortfolioCreate(token: string, options: Options, done: Done): void;
    creativePortfolioGet(advertiserId: string, portfolioId: string, token: string, done: Done): void;
  }
  export class FileApi {
    constructor(client: ApiClient);
    adImageUpload(token: string, options: Options, done: Done): void;
    fileImageAdInfo(advertiserId: string, imageIds: string[], token: string, done: Done): void;
    adVideoUpload(token: string, options: Options, done: Done): void;
    adVideoInfo(advertiserId: string, videoIds: string[], token: string, done: Done): void;
  }
  export class IdentityApi {
    constructor(client: ApiClient);
    identityGet(advertiserId: string, token: string, options: Options, done: Done): void;
  }
  export class MeasurementApi {
    constructor(client: ApiClient);
    pixelList(advertiserId: string, token: string, options: Options, done: Done): void;
  }
  export class AccountManagementApi {
    constructor(client: ApiClient);
    advertiserInfo(advertiserIds: string[], token: string, options: Options, done: Done): void;
  }
  export class ReportingApi {
    constructor(client: ApiClient);
    reportIntegratedGet(reportType: string, token: string, options: Options, done: Done): void;
    reportTaskCreate(token: string, options: Options, done: Done): void;
    reportTaskCheck(taskId: string, advertiserId: string, token: string, done: Done): void;
  }
  export class ToolApi {
    constructor(client: ApiClient);
    toolRegion(
      advertiserId: string,
      placements: string[],
      objectiveType: string,
      token: string,
      options: Options,
      done: Done,
    ): void;
  }
}
