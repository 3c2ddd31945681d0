import { globSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { serverModules } from "../server/find-modules.ts";
import { type CallExamples, type ModuleExamples, withId } from "./call-examples.ts";
import type { MerchantFixture } from "./merchant-fixture.ts";

const modulesFolder = join(import.meta.dirname, "../../modules");

/** From the lowest layer up. */
const ofModules: ModuleExamples[] = await Promise.all(
  serverModules
    .flatMap(({ name }) => globSync(`${name}/testing/*.examples.ts`, { cwd: modulesFolder }).sort())
    .map((file) => import(pathToFileURL(join(modulesFolder, file)).href)),
);

/**
 * A valid example of every call for a merchant with these things, and the expected result: 200, or the refusal caused
 * by an unstarted campaign, a code that was not sent, or vendors that do not answer.
 */
export const examplesFor = (merchant: MerchantFixture): CallExamples =>
  Object.assign(
    {},
    ...ofModules.map(({ makeExamples }) => makeExamples?.(merchant)),
    makeOwnExamples(merchant),
    ...ofModules.toReversed().map(({ makeEndings }) => makeEndings?.(merchant)),
  );

/** Calls that are no module's. */
const makeOwnExamples = ({ ids }: MerchantFixture): CallExamples => ({
  "GET live": {},
  "GET Clients/Operations/{id}": withId(ids.operation),
  "GET Clients/Operations/{id}/items": {
    ...withId(ids.operation),
    query: { status: "failed", after: "0", size: "5" },
  },
  "POST Clients/Operations/{id}/undo": { ...withId(ids.operation), expect: 409 },
  "POST Clients/Operations/{id}/cancel": withId(ids.operation),
});
