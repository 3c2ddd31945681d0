import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import type { PictureRequest } from "#modules/designer/server/picture-model.port.ts";
import { makePictureModel, type PictureSettings } from "./pictures.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(async () => {
  await fetch(`${sandbox.url}/control/faults`, { method: "DELETE" });
});
afterAll(() => sandbox.stop());

const fail = (kind: string, more: object = {}) =>
  sandbox.control("faults", { vendor: "language-model", kind, times: 1, ...more });

const generate = (changed: Partial<PictureSettings> = {}, request: Partial<PictureRequest> = {}) =>
  makePictureModel({
    name: "A model",
    url: `${sandbox.hosts["language-model"]}/v1`,
    key: "rawaj-model-key",
    model: "rawaj-picture-1",
    pictureMicroSar: 150_000,
    quality: "medium",
    asksForBase64: false,
    timeoutMs: 10_000,
    ...changed,
  }).generate({
    prompt: "Dunes at dusk",
    shape: "portrait",
    signal: new AbortController().signal,
    ...request,
  });

describe("a picture model, against its simulator", () => {
  it.each([
    ["square", 1_024, 1_024],
    ["portrait", 1_024, 1_536],
    ["landscape", 1_536, 1_024],
  ] as const)("draws a %s picture of %i by %i pixels", async (shape, width, height) => {
    expect(await sharp(await generate({}, { shape })).metadata()).toMatchObject({
      format: "png",
      width,
      height,
    });
  });

  it("draws another picture for another prompt", async () => {
    const [first, again, other] = await Promise.all([
      generate(),
      generate(),
      generate({}, { prompt: "Palms" }),
    ]);
    expect(again?.equals(first ?? Buffer.alloc(0))).toBe(true);
    expect(other?.equals(first ?? Buffer.alloc(0))).toBe(false);
  });

  it("asks older models for base64", async () => {
    const older = { model: "rawaj-picture-0", quality: null };
    expect((await generate({ ...older, asksForBase64: true })).length).toBeGreaterThan(1_000);
    // They answer with an address instead.
    await expect(generate(older)).rejects.toMatchObject({
      kind: "later",
      reason: expect.stringContaining("without a picture"),
    });
  });

  it("reports what moderation refuses as `rejected`, with its message", async () => {
    await fail("moderation");
    await expect(generate()).rejects.toMatchObject({
      kind: "rejected",
      messageKey: "designer:background_refused",
    });
  });

  it("asks a busy server once more, and gives up on one that stays down or is late", async () => {
    await fail("500");
    expect((await generate()).length).toBeGreaterThan(1_000);
    await fail("503", { times: 2 });
    await expect(generate()).rejects.toMatchObject({ kind: "later" });
    await fail("slow", { ms: 5_000, times: 2 });
    await expect(generate({ timeoutMs: 100 })).rejects.toMatchObject({ kind: "later" });
  });

  it("reports a wrong key and a spent quota as `reconnect`", async () => {
    await expect(generate({ key: "wrong" })).rejects.toMatchObject({ kind: "reconnect" });
    await fail("no_quota");
    await expect(generate()).rejects.toMatchObject({ kind: "reconnect" });
  });
});
