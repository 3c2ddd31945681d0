-- Consultations, which every merchant sees while they are offered, their orders, and landing pages under their present slug
-- are found by the search.

create function search.follow_consultation() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or not new.is_active then call search.drop('', 'consultation', old.id);
  else call search.put('', 'consultation', new.id, new.title_ar, new.title_en, null, new.created_at);
  end if;
  return null;
end $$;
create trigger search_inserts after insert on consultations.consultations
  for each row when (new.is_active) execute function search.follow_consultation();
create trigger search_updates after update of title_ar, title_en, is_active on consultations.consultations
  for each row execute function search.follow_consultation();
create trigger search_deletes after delete on consultations.consultations
  for each row execute function search.follow_consultation();

create function search.follow_consultation_order() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.status = 'deleted' then
    call search.drop(old.merchant_id, 'consultation_order', old.id);
  else
    call search.put(new.merchant_id, 'consultation_order', new.id, new.serial_number,
      concat_ws(' · ', new.title_ar, new.title_en), null, new.created_at);
  end if;
  return null;
end $$;
create trigger search_inserts after insert on consultations.orders
  for each row when (new.status <> 'deleted') execute function search.follow_consultation_order();
create trigger search_updates after update on consultations.orders
  for each row when ((old.status = 'deleted') is distinct from (new.status = 'deleted'))
  execute function search.follow_consultation_order();
create trigger search_deletes after delete on consultations.orders
  for each row execute function search.follow_consultation_order();

drop trigger search_writes on landing_pages.pages;
create trigger search_writes after insert or delete or update of headline, product_name, slug on landing_pages.pages
  for each row execute function search.follow_landing_page();

insert into search.documents (merchant_id, kind, id, title, detail, created_at)
select '', 'consultation', id, title_ar, title_en, created_at from consultations.consultations where is_active
union all
select merchant_id, 'consultation_order', id, serial_number, concat_ws(' · ', title_ar, title_en), created_at
from consultations.orders where status <> 'deleted';
