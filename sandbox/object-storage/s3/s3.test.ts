import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestSandbox, type TestSandbox } from "../../testing/test-sandbox.ts";
import { makeS3 } from "./s3.ts";

/** The vendor's own SDK against the simulator. */

const Bucket = "rawaj-media";
const keys = { accessKeyId: "RAWAJS3TESTKEY", secretAccessKey: "rawaj-s3-secret-of-the-sandbox" };
let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await openTestSandbox([makeS3]);
});
afterAll(() => sandbox.close());

const open = (changed: Partial<typeof keys> = {}) =>
  new S3Client({
    region: "me-central-1",
    endpoint: `${sandbox.url}/s3`,
    forcePathStyle: true,
    credentials: { ...keys, ...changed },
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
const put = (Key: string, Body: string) => open().send(new PutObjectCommand({ Bucket, Key, Body }));

describe("the S3 simulator", () => {
  it("takes an object whose name needs encoding, and gives it back, whole and in parts", async () => {
    await put("media/تمر (1)+a.txt", "0123456789");
    const get = async (Range?: string) => {
      const { Body } = await open().send(new GetObjectCommand({ Bucket, Key: "media/تمر (1)+a.txt", Range }));
      return Body?.transformToString();
    };
    expect([await get(), await get("bytes=2-4"), await get("bytes=8-")]).toEqual(["0123456789", "234", "89"]);
    await expect(get("bytes=10-")).rejects.toMatchObject({ name: "InvalidRange" });
  });

  it.each([
    ["a wrong secret", { secretAccessKey: "another" }, "SignatureDoesNotMatch"],
    ["an unknown key", { accessKeyId: "NOBODY" }, "InvalidAccessKeyId"],
  ])("refuses %s", async (_what, changed, name) => {
    const list = open(changed).send(new ListObjectsV2Command({ Bucket }));
    await expect(list).rejects.toMatchObject({ name });
  });

  it("refuses who does not sign, and another bucket", async () => {
    expect((await fetch(`${sandbox.url}/s3/${Bucket}/a`)).status).toBe(403);
    const list = open().send(new ListObjectsV2Command({ Bucket: "of-nobody" }));
    await expect(list).rejects.toMatchObject({ name: "NoSuchBucket" });
  });

  it("lists by prefix and page, after a key", async () => {
    for (const name of ["a", "b", "c"]) await put(`list/${name}`, name);
    const of = { Bucket, Prefix: "list/" };
    const first = await open().send(new ListObjectsV2Command({ ...of, MaxKeys: 2 }));
    expect(first.Contents?.map(({ Key }) => Key)).toEqual(["list/a", "list/b"]);
    const ContinuationToken = first.NextContinuationToken;
    const second = await open().send(new ListObjectsV2Command({ ...of, ContinuationToken }));
    expect(second.Contents?.map(({ Key }) => Key)).toEqual(["list/c"]);
    const after = await open().send(new ListObjectsV2Command({ ...of, StartAfter: "list/a" }));
    expect(after.KeyCount).toBe(2);
  });

  it("joins parts, and refuses those that are too small or not there", async () => {
    const at = { Bucket, Key: "parts" };
    const join = async (bodies: Buffer[], changed?: string) => {
      const { UploadId } = await open().send(new CreateMultipartUploadCommand(at));
      const Parts = [];
      for (const [index, Body] of bodies.entries()) {
        const part = { ...at, UploadId, PartNumber: index + 1, Body };
        const { ETag } = await open().send(new UploadPartCommand(part));
        Parts.push({ PartNumber: index + 1, ETag: changed ?? ETag });
      }
      const upload = { ...at, UploadId, MultipartUpload: { Parts } };
      return open().send(new CompleteMultipartUploadCommand(upload));
    };
    const large = Buffer.alloc(5 * 1_048_576, "a");
    expect((await join([large, Buffer.from("b")])).ETag).toMatch(/^"[0-9a-f]{32}-2"$/);
    await expect(join([Buffer.from("a"), large])).rejects.toMatchObject({ name: "EntityTooSmall" });
    await expect(join([large], '"00"')).rejects.toMatchObject({ name: "InvalidPart" });
  });
});
