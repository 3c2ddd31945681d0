import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { StaffTxContext } from "#base/server/staff-context.ts";
import type { Question } from "../contract/questions.ts";
import type { ConsultationFields } from "../contract/staff-catalogue.calls.ts";

/** The only file that writes `consultations.consultations`. */

export type ConsultationRecord = Row<"consultations.consultations"> & {
  questions: Question[];
  currency: "SAR";
};

/** In the order in which merchants see them. */
export const listConsultations = (db: Db): Promise<ConsultationRecord[]> =>
  db.many<ConsultationRecord>(sql`select * from consultations.consultations order by position, id limit 200`);

export const listOffered = (db: Db): Promise<ConsultationRecord[]> =>
  db.many<ConsultationRecord>(
    sql`select * from consultations.consultations where is_active order by position, id limit 200`,
  );

export const findConsultation = (db: Db, id: string): Promise<ConsultationRecord | undefined> =>
  db.maybeOne<ConsultationRecord>(sql`select * from consultations.consultations where id = ${id}`);

export function insertConsultation(
  { tx, now }: StaffTxContext,
  { id, fields }: { id: string; fields: ConsultationFields },
): Promise<ConsultationRecord> {
  return tx.one<ConsultationRecord>(sql`
    insert into consultations.consultations (id, number, title_ar, title_en, outcome_ar, outcome_en, price_halalas,
      minutes, consultant_id, scheduling_url, questions, is_active, position, created_at, updated_at)
    values (${id}, (select coalesce(max(number), 100) + 1 from consultations.consultations), ${fields.title_ar},
      ${fields.title_en}, ${fields.outcome_ar}, ${fields.outcome_en}, ${fields.price_halalas}, ${fields.minutes},
      ${fields.consultant_id}, ${fields.scheduling_url}, ${JSON.stringify(fields.questions)}::jsonb,
      ${fields.is_active}, (select coalesce(max(position), 0) + 1 from consultations.consultations), ${now}, ${now})
    returning *`);
}

export function updateConsultation(
  { tx, now }: StaffTxContext,
  { id, fields }: { id: string; fields: ConsultationFields },
): Promise<ConsultationRecord> {
  return tx.one<ConsultationRecord>(sql`
    update consultations.consultations set title_ar = ${fields.title_ar}, title_en = ${fields.title_en},
      outcome_ar = ${fields.outcome_ar}, outcome_en = ${fields.outcome_en}, price_halalas = ${fields.price_halalas},
      minutes = ${fields.minutes}, consultant_id = ${fields.consultant_id}, scheduling_url = ${fields.scheduling_url},
      questions = ${JSON.stringify(fields.questions)}::jsonb, is_active = ${fields.is_active},
      revision = revision + 1, updated_at = ${now}
    where id = ${id} returning *`);
}

/** Those whose place changes count as changed. */
export async function savePositions({ tx, now }: StaffTxContext, ids: readonly string[]): Promise<void> {
  await tx.run(sql`
    update consultations.consultations set position = ordered.position, updated_at = ${now}, revision = revision + 1
    from unnest(${[...ids]}::text[]) with ordinality as ordered (id, position)
    where consultations.id = ordered.id and consultations.position <> ordered.position`);
}

/** Takes the next serial number of its orders. The row stays locked until the order is saved, so that none is left out. */
export async function takeSerial(tx: Db, id: string): Promise<{ number: number; last_serial: number }> {
  return tx.one(sql`
    update consultations.consultations set last_serial = last_serial + 1 where id = ${id}
    returning number, last_serial`);
}
