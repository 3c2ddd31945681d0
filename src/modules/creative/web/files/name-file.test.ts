import { expect, it } from "vitest";
import { nameFile } from "./name-file.ts";

const named = (fileName: string, mime: string) => nameFile(new Blob(["x"]), fileName, mime).name;

it("a name ends as what the file is", () => {
  expect(named("عطر العود.webp", "image/jpeg")).toBe("عطر العود.jpg");
  expect(named("clip.MOV", "video/mp4")).toBe("clip.mp4");
  expect(named("no extension", "image/png")).toBe("no extension.png");
});

it("a name that is right stays as it was", () => {
  expect(named("photo.JPEG", "image/jpeg")).toBe("photo.JPEG");
  expect(named("v1.2.png", "image/png")).toBe("v1.2.png");
});

it("a file that was not changed is recognised again: it keeps its time", () => {
  expect(nameFile(new Blob(["x"]), "a.png", "image/png", 42).lastModified).toBe(42);
});
