import { defineRefusals } from "#base/shared/refusals.ts";

export const libraryRefusals = defineRefusals({
  "library.structure_unknown": 409,
  "library.collection_name_taken": 409,
  "library.collections_too_many": 409,
  "library.collection_full": 409,

  "library.reference_taken": 409,
  "library.row_changed": 409,
  "library.import_file_missing": 400,
  "library.import_too_large": 413,
  "library.import_not_text": 400,
  "library.import_columns_missing": 400,
});
