-- A chargeback that found a part of its payment taken by another one takes its rest when that one is won: then it has
-- several rows, each recorded once, as what follows from it is.
alter table payments.chargebacks add column listed_id text;
update payments.chargebacks set listed_id = id;
-- The id under which the gateway lists it.
alter table payments.chargebacks alter column listed_id set not null;
create index chargebacks_as_listed on payments.chargebacks (gateway, listed_id);
