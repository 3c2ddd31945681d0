import { afterEach, expect, expectTypeOf, test, vi } from "vitest";
import { z } from "zod";
import { file, stream } from "#base/shared/answer-kinds.ts";
import { defineCalls } from "#base/shared/contract.ts";
import { makeCaller } from "./api.ts";
import { makeStreamer } from "./stream.ts";

const calls = defineCalls({
  "GET Clients/Texts/{id}": {
    summary: "A text",
    access: "signed-in",
    params: z.object({ id: z.string() }),
    answer: stream(z.string()),
  },
  "GET Clients/Texts/index": { summary: "All", access: "signed-in", answer: z.array(z.string()) },
  "GET Clients/Texts/{id}/file": {
    summary: "A file",
    access: "signed-in",
    answer: file({ types: ["text/plain"] }),
  },
});
const read = makeStreamer<typeof calls>();

afterEach(() => vi.unstubAllGlobals());

/** Answers with these chunks, and then ends or breaks. */
function answerWith(chunks: string[], { status = 200, breaks = false } = {}) {
  const left = [...chunks];
  const fetched = vi.fn(async () => {
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const next = left.shift();
        if (next !== undefined) return controller.enqueue(new TextEncoder().encode(next));
        return breaks ? controller.error(new Error("cut")) : controller.close();
      },
    });
    return new Response(body, { status });
  });
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

async function collect(signal?: AbortSignal) {
  const items: string[] = [];
  try {
    const options = { params: { id: "t/1" }, ...(signal ? { signal } : {}) };
    for await (const item of read("GET Clients/Texts/{id}", options)) items.push(item);
    return { items, error: null };
  } catch (error) {
    return { items, error };
  }
}

const refused = JSON.stringify({
  error: true,
  messages: ["Try later"],
  data: null,
  code: "base.not_ready",
  request_id: "r1",
});

test("items come wherever the network splits their lines", async () => {
  const whole = '{"item":"تمر"}\n{"item":"a\\nb"}\n{"done":true}\n';
  for (let cut = 0; cut <= whole.length; cut++) {
    const fetched = answerWith([whole.slice(0, cut), whole.slice(cut)]);
    expect(await collect()).toEqual({ items: ["تمر", "a\nb"], error: null });
    expect(fetched.mock.lastCall).toMatchObject(["/Clients/Texts/t%2F1", { method: "GET" }]);
  }
});

test("a failure in the middle is an error after the items that came", async () => {
  answerWith(['{"item":"a"}\n', `${refused}\n`]);
  const { items, error } = await collect();
  expect(items).toEqual(["a"]);
  expect(error).toMatchObject({ kind: "answer", message: "Try later", code: "base.not_ready" });
});

test.each([{ breaks: true }, { breaks: false }])(
  "a stream without its last line is an error: %o",
  async (how) => {
    answerWith(['{"item":"a"}\n'], how);
    expect(await collect()).toMatchObject({ items: ["a"], error: { kind: "network" } });
  },
);

test("a refusal before the first item is an error like that of any call", async () => {
  answerWith([refused], { status: 503 });
  expect(await collect()).toMatchObject({ items: [], error: { kind: "answer", status: 503 } });
});

test("a reader that stops early cancels the rest", async () => {
  answerWith(Array.from({ length: 100 }, (_, n) => `{"item":"${n}"}\n`));
  const items = read("GET Clients/Texts/{id}", { params: { id: "t1" } });
  expect((await items.next()).value).toBe("0");
  expect(await items.return()).toEqual({ done: true, value: undefined });
});

test("each kind of call has its own caller", () => {
  expectTypeOf<Parameters<typeof read>[0]>().toEqualTypeOf<"GET Clients/Texts/{id}">();
  const call = makeCaller<typeof calls>();
  expectTypeOf<Parameters<typeof call>[0]>().toEqualTypeOf<"GET Clients/Texts/index">();
});
