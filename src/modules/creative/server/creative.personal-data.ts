import { definePersonalData } from "#base/server/personal-data/personal-data.ts";

/** What the module holds of a merchant; the files themselves end before their rows. */
export const creativeData = definePersonalData("creative", "creative", {
  media_uses: ({ erased }) => erased(),
  media: ({ erased }) => erased({ without: ["storage_key", "thumbnail_key"] }),
  usage: ({ erased }) => erased(),
});
