import { cleanup, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { renderWeb, setupI18n } from "#base/web/testing/render-web.tsx";
import { type Framing, startFraming } from "../../domain/framing.ts";
import en from "../../messages/en.json" with { type: "json" };
import { CropStage } from "./crop-stage.tsx";

beforeEach(() => setupI18n("en", { en: { creative: en } }));
afterEach(cleanup);

const square = { width: 1_000, height: 1_000 };
const tall = { width: 1_080, height: 1_920 };
let framing: Framing;

function Stage({ fill = "crop" }: { fill?: Framing["fill"] }) {
  const [value, setValue] = useState<Framing>({ ...startFraming, fill });
  framing = value;
  return (
    <CropStage source={square} target={tall} framing={value} onChange={setValue}>
      {() => <img src="/a.png" alt="" />}
    </CropStage>
  );
}
const frame = () => screen.getByRole("group", { name: "The ad's frame" });

it("the arrow keys move the picture, plus and minus zoom, and Home begins again", () => {
  renderWeb(<Stage />);
  fireEvent.keyDown(frame(), { key: "ArrowLeft" });
  expect(framing.focus.x).toBeLessThan(0.5);
  fireEvent.keyDown(frame(), { key: "+" });
  expect(framing.zoom).toBeCloseTo(1.1);
  fireEvent.keyDown(frame(), { key: "Home" });
  expect(framing).toEqual(startFraming);
});

it("several keys before the next drawing all count", () => {
  renderWeb(<Stage />);
  for (let press = 0; press < 3; press++) fireEvent.keyDown(frame(), { key: "+" });
  expect(framing.zoom).toBeCloseTo(1.331);
});

it("a picture that is shown whole is not moved, and nothing asks for the keyboard", () => {
  renderWeb(<Stage fill="blur" />);
  fireEvent.keyDown(frame(), { key: "ArrowLeft" });
  expect(framing.focus.x).toBe(0.5);
  expect(frame().getAttribute("tabindex")).toBeNull();
  expect(screen.queryByLabelText("Zoom")).toBeNull();
});
