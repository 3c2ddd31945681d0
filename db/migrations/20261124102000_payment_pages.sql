-- A payment on the gateway's own page is begun by the product, unlike one of the gateway's form in ours.
alter table payments.attempts drop constraint attempts_source_check;
alter table payments.attempts add constraint attempts_source_check check (source in ('form', 'page', 'saved_card'));
