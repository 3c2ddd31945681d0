import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineModule, type Layer, type ServerModule } from "#base/server/module.ts";
import { listAbilities } from "#base/shared/abilities.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { defineCalls } from "#base/shared/contract.ts";
import { checkModules, composeSettings } from "./compose-modules.ts";
import { findModules, serverModules } from "./find-modules.ts";

const aModule = (name: string, layer: number, needs: string[] = []): ServerModule => ({
  name,
  layer: layer as Layer,
  needs,
  ports: [],
  settings: {},
  build: () => ({}),
});

const notBuilt = (): never => {
  throw new Error("nothing builds it");
};

describe("the modules of the product", () => {
  it("are found from the lowest layer up, by name within a layer", () => {
    const places = serverModules.map(({ layer, name }) => `${layer} ${name}`);
    expect(places).toEqual([...places].sort());
    expect(places).toContain("2 wallet");
    expect(() => checkModules(serverModules)).not.toThrow();
  });
});

describe("a module", () => {
  it("may need exactly the modules of lower layers", () => {
    const layer = fc.integer({ min: 0, max: 6 });
    fc.assert(
      fc.property(fc.array(layer, { minLength: 2, maxLength: 8 }), fc.nat(), fc.nat(), (layers, from, to) => {
        const [caller, called] = [from % layers.length, to % layers.length];
        const modules = layers.map((one, index) =>
          aModule(`m${index}`, one, index === caller ? [`m${called}`] : []),
        );
        const isLower = (layers[called] ?? 0) < (layers[caller] ?? 0);
        if (isLower) expect(() => checkModules(modules)).not.toThrow();
        else
          expect(() => checkModules(modules)).toThrow(
            `m${caller} (layer ${layers[caller]}) needs m${called}`,
          );
      }),
    );
  });

  it("that needs its own layer or a higher one does not compile", () => {
    const beside = defineModule({
      name: "reports",
      layer: 5,
      // @ts-expect-error it is in its own layer
      needs: ["reports"],
      build: notBuilt,
    });
    const above = defineModule({
      name: "reports",
      layer: 5,
      // @ts-expect-error it is in a higher layer
      needs: ["example"],
      build: notBuilt,
    });
    for (const module of [beside, above])
      expect(() => checkModules([module, aModule("example", 6)])).toThrow("only lower");
  });

  it("gets only the facades it names", () => {
    defineModule({
      name: "reports",
      layer: 5,
      needs: ["wallet"],
      // @ts-expect-error the stores are not among its needs
      build: ({ facades }) => ({ mount: () => void [facades.wallet.loadOutlook, facades.stores] }),
    });
  });

  it("that does not exist, or exists twice, is an error at start", () => {
    expect(() => checkModules([aModule("one", 1, ["none"])])).toThrow("one needs none, which is no module");
    expect(() => checkModules([aModule("one", 1), aModule("one", 2)])).toThrow("same name");
  });

  it("has the name of its folder", async () => {
    const folder = await mkdtemp(join(tmpdir(), "rawaj-modules-"));
    await mkdir(join(folder, "one/server"), { recursive: true });
    const write = (code: string) => writeFile(join(folder, "one/server/one.module.ts"), code);
    await write(`export const server = { name: "other", layer: 1 };`);
    await expect(findModules(folder)).rejects.toThrow(`the manifest of "other"`);
  });
});

describe("what modules declare", () => {
  it("is refused when two declare the same setting or the same ability", () => {
    const one = { ...aModule("one", 1), settings: { PLACE: z.string() } };
    expect(() => composeSettings([one, { ...one, name: "two" }])).toThrow("PLACE is declared twice");
    const notes = { audience: "Clients", subjects: { note: ["read"] } } as const;
    const ofStaff = { audience: "Staff", subjects: { note: ["manage"] } } as const;
    expect(() => listAbilities([notes, ofStaff], "Clients")).toThrow('"note" are declared twice');
  });

  it("is what calls may ask for: an ability that nobody declares does not compile", () => {
    const answer = z.null();
    defineCalls({
      "GET Clients/One": { summary: "One", access: { subject: "campaign", action: "read" }, answer },
      // @ts-expect-error no module declares this subject
      "GET Clients/Two": { summary: "Two", access: { subject: "campain", action: "read" }, answer },
      // @ts-expect-error no module declares this action
      "GET Clients/Three": { summary: "Three", access: { subject: "campaign", action: "paint" }, answer },
    });
  });

  it("are the refusals that its calls name, or one of a lower module or of the base", () => {
    const known = new Set(Object.keys(baseRefusals.table));
    for (const { name, calls = {}, refusals } of serverModules) {
      for (const code of Object.keys(refusals?.table ?? {})) known.add(code);
      for (const [call, { refusals: named = [] }] of Object.entries(calls))
        expect(
          named.filter((code) => !known.has(code)),
          `${name}: ${call}`,
        ).toEqual([]);
    }
  });

  it("are the abilities of its own calls, or of a lower module", () => {
    const known = new Set<string>();
    for (const { name, calls = {}, abilities = [] } of serverModules) {
      for (const { subjects } of abilities) for (const subject of Object.keys(subjects)) known.add(subject);
      for (const [call, { access }] of Object.entries(calls))
        if (typeof access === "object" && "subject" in access)
          expect([...known], `${name}: ${call}`).toContain(access.subject);
    }
  });
});
