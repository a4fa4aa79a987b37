alter table funds_received
  -- Money that belongs to no order goes back to who sent it: who asked for that, when it takes a second
  -- person, and as what it was sent.
  add column send_back_asked_by text not null default '',
  add column sent_back_as text not null default '';

-- The same paper is recorded once; two payers may well have checks of one number.
drop index funds_once;
create unique index funds_once on funds_received
  (site_id, method_code, document_number, amount_cents, received_on, lower(payer))
  where document_number <> '' and reversed_at is null;
