-- Reports of one's own are found by their names: one that is not shared by the member who made it alone, whom its document names
-- as its parent.
create function search.follow_report() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then call search.drop(old.merchant_id, 'report', old.id);
  else call search.put(new.merchant_id, 'report', new.id, new.name, null,
    case when new.is_shared then null else new.member_id end, new.created_at);
  end if;
  return null;
end $$;
create trigger search_writes after insert or delete or update of name, is_shared on reports.custom_reports
  for each row execute function search.follow_report();

insert into search.documents (merchant_id, kind, id, title, detail, parent_id, created_at)
select merchant_id, 'report', id, left(name, 300), '', case when is_shared then null else member_id end, created_at
from reports.custom_reports;
