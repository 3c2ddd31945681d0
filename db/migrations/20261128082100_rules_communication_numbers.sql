-- Where a communication rule's messages go beside the merchant's own number.
alter table rules.communication_rules add column numbers text[] not null default '{}';
