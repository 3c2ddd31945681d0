import { type CallExamples, withId } from "#app/testing/call-examples.ts";
import type { MerchantFixture } from "#app/testing/merchant-fixture.ts";

export const makeExamples = ({ ids }: MerchantFixture): CallExamples => ({
  "GET Clients/Media/index": {
    query: { page: "1", size: "10", search: "تمر", use: "unused", sort: "name" },
  },
  "GET Clients/Media/space": {},
  "GET Clients/Media/{id}": withId(ids.media),
  "GET Clients/Media/{id}/uses": withId(ids.media),
  "PUT Clients/Media/{id}": { ...withId(ids.media), body: { file_name: "صورة المتجر" } },
  "GET Clients/Media/{id}/file": withId(ids.media),
  "GET Clients/Media/{id}/thumbnail": withId(ids.media),
  "POST Clients/Media/{id}/poster": { ...withId(ids.media), body: { seconds: 1 }, expect: 400 },
  "POST Clients/Media/upload": { body: { platform: "snapchat" }, expect: 400 },
  "POST Clients/Media/from-product": {
    body: { product_id: "prd_unknown", platform: "snapchat" },
    expect: 404,
  },
  "POST Clients/Media/uploads": {
    headers: {
      "tus-resumable": "1.0.0",
      "upload-length": "1000",
      "upload-metadata": `filename ${Buffer.from("a.mp4").toString("base64")}`,
    },
    expect: 201,
  },
});

export const makeEndings = ({ ids }: MerchantFixture): CallExamples => ({
  // The campaign that was created shows it.
  "DELETE Clients/Media/{id}": { ...withId(ids.media), expect: 409 },
});
