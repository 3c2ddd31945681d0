import { expect, it } from "vitest";
import { makeLog } from "../log.ts";
import { RequestLog } from "./request-log.ts";

it("a request's log is made with its first line, once, and each line has the request's id", () => {
  const lines: string[] = [];
  const log = makeLog("info", { write: (line) => void lines.push(line) });
  let made = 0;
  const requestLog = new RequestLog(() => {
    made += 1;
    return log.child({ reqId: "req_1" });
  });
  expect(made).toBe(0);
  requestLog.info({ status: 200 }, "answered");
  requestLog.debug("not written at this level");
  requestLog.error({ err: new Error("no room") }, "a call failed");
  expect(made).toBe(1);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { reqId: "req_1", status: 200, msg: "answered" },
    { reqId: "req_1", err: { message: "no room" } },
  ]);
});
