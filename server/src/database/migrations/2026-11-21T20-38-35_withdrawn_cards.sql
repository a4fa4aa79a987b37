-- What was on a card when it was cancelled: said the same however often it is asked, so that what replaces
-- the card holds exactly that.
alter table issuer_cards
  add column withdrawn_cents bigint not null default 0
    check (withdrawn_cents >= 0 and balance_cents + withdrawn_cents <= value_cents);
