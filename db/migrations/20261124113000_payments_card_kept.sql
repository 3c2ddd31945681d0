-- Whether the card of a paid intent was saved as the merchant wanted; null where that was not asked, or not yet decided.
alter table payments.intents add column is_card_kept boolean;
