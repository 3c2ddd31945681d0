import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { frozenClock } from "#base/server/clock.ts";
import { sql } from "#base/server/db/db.ts";
import { makeLog } from "#base/server/log.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { testDb } from "#base/testing/db.ts";
import { testServer } from "#base/testing/http.ts";
import { aWave } from "#base/testing/wave.ts";
import type { SpeechDeps } from "./speech.deps.ts";
import { mountSpeech } from "./speech.routes.ts";
import type { SpeechModel, SpeechRequest } from "./speech-model.port.ts";

const now = "2026-11-21T09:00:00Z";
const secondsPerDay = 130;

let db: Awaited<ReturnType<typeof testDb>>;
let server: Awaited<ReturnType<typeof testServer>>;
const models: SpeechModel[] = [];
const systemClock = frozenClock(now);
let isSubscribed = true;

/** A speech model that answers with these, recording after recording. */
function aModel(name: string, ...answers: (string | Error)[]) {
  const requests: SpeechRequest[] = [];
  const model: SpeechModel = {
    name,
    secondMicroSar: 400,
    async transcribe(request) {
      requests.push(request);
      const answer = answers[requests.length - 1] ?? "اكتب لي إعلانًا";
      if (answer instanceof Error) throw answer;
      return { text: answer, seconds: null };
    },
  };
  return Object.assign(model, { requests });
}

const deps: SpeechDeps = {
  billing: {
    loadStock: (async () => ({
      items: isSubscribed
        ? [{ service: "writer_words", quota: null, available_units: 100 }]
        : [{ service: "sms", quota: null, available_units: 100 }],
    })) as unknown as SpeechDeps["billing"]["loadStock"],
  },
  models,
  secondsPerDay,
  systemClock,
  log: makeLog("silent"),
};

beforeAll(async () => {
  db = await testDb();
  server = await testServer(db, (app, http) => mountSpeech(app, http, deps), systemClock);
});
beforeEach(async () => {
  await db.run(sql`delete from speech.days`);
  models.splice(0);
  isSubscribed = true;
  systemClock.set(now);
});
afterAll(async () => {
  await server.app.close();
  await db.close();
});

async function send(recording: Uint8Array | null, { as = "mer_1" } = {}) {
  const form = new FormData();
  form.append("language", "ar");
  if (recording) form.append("file", new Blob([new Uint8Array(recording)]), "voice.webm");
  const body = new Response(form);
  const answer = await server.app.inject({
    method: "POST",
    url: "/Clients/Speech/transcriptions",
    headers: {
      authorization: `Bearer test-session-of-${as}`,
      "x-app-language": "en",
      "content-type": body.headers.get("content-type") ?? "",
    },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  const { data, messages } = answer.json<{
    data: { text: string; seconds: number } | null;
    messages: string[];
  }>();
  return { status: answer.statusCode, data, message: messages[0] };
}

async function usedSeconds(): Promise<number> {
  const row = await db.maybeOne<{ seconds: number }>(
    sql`select seconds from speech.days where merchant_id = 'mer_1'`,
  );
  return row?.seconds ?? 0;
}

describe("a recording", () => {
  it("is written down and its seconds counted, with what they cost", async () => {
    const model = aModel("A", "  اكتب لي إعلانًا\u0000 ");
    models.push(model);
    const { status, data } = await send(aWave(2.5));
    expect(status).toBe(200);
    expect(data).toEqual({ text: "اكتب لي إعلانًا", seconds: 3 });
    expect(model.requests[0]).toMatchObject({ type: "wav", language: "ar" });
    expect(await db.one(sql`select seconds, cost_micro_sar::int as cost from speech.days`)).toEqual({
      seconds: 3,
      cost: 1_200,
    });
  });

  it("goes to the next endpoint where the first is down or has a wrong key", async () => {
    const second = aModel("B", "نعم");
    models.push(
      aModel(
        "A",
        new AdapterFault("later", { reason: "down" }),
        new AdapterFault("reconnect", { reason: "key" }),
      ),
      second,
    );
    expect((await send(aWave(1))).data?.text).toBe("نعم");
    expect((await send(aWave(1))).status).toBe(200);
    expect(second.requests).toHaveLength(2);
  });

  it("that fails is not counted", async () => {
    const down = () => new AdapterFault("later", { reason: "down" });
    models.push(
      aModel("A", down(), "", new AdapterFault("rejected", { reason: "no", messageKey: "speech:x" })),
    );
    expect(await send(aWave(2))).toMatchObject({ status: 503, data: null });
    expect((await send(aWave(2))).message).toContain("no words");
    expect((await send(aWave(2))).message).toContain("declined");
    expect(await usedSeconds()).toBe(0);
  });

  it("is not sent to another endpoint when moderation refused it", async () => {
    const second = aModel("B");
    models.push(aModel("A", new AdapterFault("rejected", { reason: "no", messageKey: "speech:x" })), second);
    expect((await send(aWave(2))).status).toBe(422);
    expect(second.requests).toHaveLength(0);
  });

  it.each([
    ["bytes of another type", Buffer.from("ID3 an MP3"), 415, "Unknown recording type"],
    ["nothing", Buffer.alloc(0), 400, "Nothing of the recording arrived"],
    ["no file", null, 400, "Nothing of the recording arrived"],
    ["a start without a sound", Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0, 0]), 422, "could not be read"],
    ["over 120 seconds", aWave(123), 422, "up to 120 seconds"],
    ["over 12 MB", Buffer.alloc(13 * 1_048_576, 1), 413, "larger than 12 MB"],
  ])("of %s is refused before any endpoint is asked", async (_, recording, status, message) => {
    const model = aModel("A");
    models.push(model);
    const answer = await send(recording);
    expect(answer.status).toBe(status);
    expect(answer.message).toContain(message);
    expect(model.requests).toHaveLength(0);
  });

  it("above the day's ceiling is refused, and taken again on the next Riyadh day", async () => {
    models.push(aModel("A"));
    expect((await send(aWave(120))).status).toBe(200);
    expect((await send(aWave(10))).status).toBe(200);
    expect((await send(aWave(1))).status).toBe(429);
    expect((await send(aWave(1), { as: "mer_2" })).status).toBe(200);
    systemClock.set("2026-11-21T21:00:00Z");
    expect((await send(aWave(1))).status).toBe(200);
  });

  it("of somebody without a writer or a designer is refused", async () => {
    models.push(aModel("A"));
    isSubscribed = false;
    expect((await send(aWave(1))).status).toBe(402);
  });
});

describe("the state", () => {
  const load = async () =>
    (await server.call("GET Clients/Speech/state", { as: "mer_1" })).data as Record<string, unknown>;

  it("says that nothing is offered without an endpoint, and a recording is refused", async () => {
    expect(await load()).toMatchObject({ is_offered: false });
    expect((await send(aWave(1))).status).toBe(409);
  });

  it("says what is left of the day", async () => {
    models.push(aModel("A"));
    await send(aWave(30));
    expect(await load()).toEqual({
      is_offered: true,
      is_subscribed: true,
      day_limit_seconds: 130,
      day_left_seconds: 100,
    });
  });
});
