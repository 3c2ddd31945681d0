import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ObjectStorage } from "./object-storage.port.ts";

type Opened = {
  storage: ObjectStorage;
  /** The same storage as another machine opens it. */
  elsewhere: ObjectStorage;
  close(): Promise<void>;
};

/** What every object storage promises. */
export function objectStorageSuite(name: string, open: () => Promise<Opened>): void {
  describe(`object storage: ${name}`, () => {
    let opened: Opened;
    let storage: ObjectStorage;
    let ids = 0;
    const newId = () => {
      ids += 1;
      return `upl_${ids}${randomBytes(4).toString("hex")}`;
    };
    beforeAll(async () => {
      opened = await open();
      storage = opened.storage;
    });
    afterAll(() => opened.close());

    async function put(key: string, bytes: Buffer): Promise<void> {
      const file = await storage.scratchFile();
      await writeFile(file, bytes);
      await storage.put(key, file);
    }
    const read = async (stream: Readable | null) => (stream ? await buffer(stream) : null);
    const append = (from: ObjectStorage, id: string, offset: number, ...chunks: string[]) =>
      from.appendToUpload(id, offset, toChunks(chunks));
    const gather = async (from: ObjectStorage, id: string) =>
      (await readFile(await from.gatherUpload(id))).toString();

    it("stores a file whole, and gives it back whole and in parts", async () => {
      await put("media/aa/one.png", Buffer.from("0123456789"));
      expect(String(await read(await storage.open("media/aa/one.png")))).toBe("0123456789");
      expect(String(await read(await storage.open("media/aa/one.png", { start: 2, end: 4 })))).toBe("234");
      const last = await opened.elsewhere.open("media/aa/one.png", { start: 9, end: 9 });
      expect(String(await read(last))).toBe("9");
      expect(await storage.stat("media/aa/one.png")).toEqual({ bytes: 10 });
    });

    it("replaces a file under the same key, and removes it, also twice", async () => {
      await put("media/aa/two.png", Buffer.from("first"));
      await put("media/aa/two.png", Buffer.from("second"));
      expect(String(await read(await storage.open("media/aa/two.png")))).toBe("second");
      await storage.remove("media/aa/two.png");
      await storage.remove("media/aa/two.png");
      expect(await storage.open("media/aa/two.png")).toBeNull();
      expect(await storage.stat("media/aa/two.png")).toBeNull();
    });

    it("stores a file larger than one part unchanged", async () => {
      const bytes = randomBytes(17 * 1_048_576 + 5);
      await put("media/aa/large.mp4", bytes);
      expect(await storage.stat("media/aa/large.mp4")).toEqual({ bytes: bytes.length });
      const start = 16 * 1_048_576 - 2;
      const across = await storage.open("media/aa/large.mp4", { start, end: bytes.length - 1 });
      expect((await read(across))?.equals(bytes.subarray(start))).toBe(true);
      await storage.remove("media/aa/large.mp4");
    });

    it("gathers an upload whose parts came to different machines", async () => {
      const id = newId();
      expect(await append(storage, id, 0, "01", "23")).toBe(4);
      await storage.flushUpload(id);
      expect(await append(opened.elsewhere, id, 4, "4567")).toBe(4);
      expect(await append(storage, id, 8, "89")).toBe(2);
      expect(await gather(opened.elsewhere, id)).toBe("0123456789");
      expect(await gather(storage, id)).toBe("0123456789");
    });

    it("keeps what came before its sender broke off", async () => {
      const id = newId();
      expect(await storage.appendToUpload(id, 0, toChunks(["0123", "45"], new Error("aborted")))).toBe(6);
      expect(await append(storage, id, 6, "6789")).toBe(4);
      expect(await gather(storage, id)).toBe("0123456789");
    });

    it("writes a part that was not counted again, over what was there", async () => {
      const id = newId();
      await append(storage, id, 0, "xxxx");
      await append(storage, id, 4, "yyyyyyyy");
      expect(await append(opened.elsewhere, id, 0, "012345")).toBe(6);
      expect(await append(storage, id, 6, "6789abcdef")).toBe(10);
      expect(await gather(storage, id)).toBe("0123456789abcdef");
    });

    it("stores a part of nothing", async () => {
      const id = newId();
      await append(storage, id, 0, "0123");
      expect(await append(storage, id, 4)).toBe(0);
      expect(await gather(storage, id)).toBe("0123");
    });

    it("keeps a gathered upload until it is removed, so that storing it may be repeated", async () => {
      const id = newId();
      await append(storage, id, 0, "0123");
      await storage.put("media/aa/gathered.mp4", await storage.gatherUpload(id));
      await storage.put("media/aa/gathered.mp4", await storage.gatherUpload(id));
      await storage.removeUpload(id);
      await storage.removeUpload(id);
      expect(String(await read(await storage.open("media/aa/gathered.mp4")))).toBe("0123");
      await expect(storage.gatherUpload(id)).rejects.toThrow();
    });

    it("removes leftovers from before a time, and nothing that was written since", async () => {
      const id = newId();
      await append(storage, id, 0, "0123");
      await storage.removeLeftovers(new Date(Date.now() - 3_600_000));
      expect(await gather(storage, id)).toBe("0123");
      await storage.removeLeftovers(new Date(Date.now() + 3_600_000));
      await expect(storage.gatherUpload(id)).rejects.toThrow();
    });

    it("takes no key and no upload that leads elsewhere", async () => {
      await expect((async () => storage.open("media/../secret"))()).rejects.toThrow();
      await expect((async () => append(storage, "../upl", 0, "0"))()).rejects.toThrow();
    });
  });
}

async function* toChunks(chunks: readonly string[], fault?: Error): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield Buffer.from(chunk);
  if (fault) throw fault;
}
