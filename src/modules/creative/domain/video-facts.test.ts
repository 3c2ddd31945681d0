import { describe, expect, it } from "vitest";
import { Refusal } from "#base/shared/refusals.ts";
import { ownLimits } from "../contract/uploads.ts";
import { anIndex, type MovieOptions } from "../testing/movie.ts";
import { readMovie, refuseVideo, type VideoFacts } from "./video-facts.ts";

describe("a movie's index", () => {
  it("gives its size, length and codecs", () => {
    expect(readMovie(anIndex({ seconds: 12.5, audioCodec: null }))).toEqual({
      width: 1_080,
      height: 1_920,
      seconds: 12.5,
      videoCodec: "avc1",
      audioCodec: null,
    });
  });

  it("gives the displayed size when the phone was held upright", () => {
    expect(readMovie(anIndex({ isTurned: true }))).toMatchObject({ width: 1_080, height: 1_920 });
  });

  it("that is cut off anywhere is not read as an index, and never throws", () => {
    const whole = anIndex();
    for (let length = 0; length < whole.length; length += 1) {
      const facts = readMovie(whole.subarray(0, length));
      if (facts) expect(facts).toMatchObject({ width: 1_080, seconds: 15 });
    }
  });
});

describe("a video", () => {
  const facts = (change: MovieOptions) => readMovie(anIndex(change)) as VideoFacts;
  it.each<[string, MovieOptions, string | null]>([
    ["of three seconds", { seconds: 3 }, null],
    ["of less than three seconds", { seconds: 2.9 }, "duration_out_of_range"],
    ["of three minutes", { seconds: 180 }, null],
    ["of more", { seconds: 180.1 }, "duration_out_of_range"],
    ["in another codec", { videoCodec: "hvc1" }, "codec_not_accepted"],
    ["with other sound", { audioCodec: "Opus" }, "codec_not_accepted"],
    ["without sound", { audioCodec: null }, null],
    ["with AAC that says so", { objectType: 0x40 }, null],
    ["with MP3 where AAC is expected", { objectType: 0x6b }, "codec_not_accepted"],
    ["in fragments", { seconds: 20, isFragmented: true }, null],
    ["in fragments, too long", { seconds: 200, isFragmented: true }, "duration_out_of_range"],
  ])("%s is accepted or refused", (_, change, refusal) => {
    const check = () => refuseVideo(facts(change), ownLimits.video);
    if (refusal) expect(check).toThrow(refusal);
    else expect(check).not.toThrow();
  });

  it("in another codec is refused with the codecs' names, and a code that has none as it is", () => {
    const findParams = (change: MovieOptions) => {
      try {
        refuseVideo(facts(change), ownLimits.video);
      } catch (error) {
        return error instanceof Refusal ? error.params : error;
      }
    };
    expect(findParams({ videoCodec: "hvc1" })).toEqual({ found: "H.265 + AAC" });
    expect(findParams({ videoCodec: "xyz1", audioCodec: null })).toEqual({ found: "xyz1" });
    expect(findParams({ objectType: 0x6b })).toEqual({ found: "H.264 + MP3" });
  });

  it("must have the pixels a platform requires", () => {
    const tall = { ...ownLimits.video, width: 1_080, height: 1_920 };
    expect(() => refuseVideo(facts({ width: 720 }), tall)).toThrow("dimensions_not_accepted");
  });
});
