/**
 * The sources of the places and of the bundled outlines, with their licences, as every map names them: those of the
 * table `scripts/gazetteer/sources.tsv` that are not our own. The licences CC BY ask for it.
 */
export const mapCredits: readonly { name: string; licence: string; url: string }[] = [
  { name: "GeoNames", licence: "CC BY 4.0", url: "https://www.geonames.org" },
  { name: "Who’s On First", licence: "CC0 1.0", url: "https://whosonfirst.org/docs/licenses/" },
  { name: "Quattroshapes", licence: "CC BY", url: "https://github.com/foursquare/quattroshapes" },
  { name: "Natural Earth", licence: "public domain", url: "https://www.naturalearthdata.com" },
];
