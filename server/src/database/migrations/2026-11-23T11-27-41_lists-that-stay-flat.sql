-- Long lists are sorted and searched by their indexes alone. Row-level security lets only plain comparisons of
-- columns use an index, and only an index of columns answers without reading the rows: so these are columns, not
-- expressions, and in the order of bytes, so that texts with the same beginning are next to each other.
alter table card_recipient_details
  add column find_first text collate "C" not null
    generated always as (left(lower(first_name || ' ' || last_name), 60)) stored,
  add column find_city text collate "C" not null generated always as (left(lower(city), 60)) stored,
  add column find_zip text collate "C" not null generated always as (left(lower(zip), 60)) stored;

drop index recipients_by_name;
drop index recipients_by_email;
create index recipients_by_name on card_recipient_details (site_id, card_item_id, find_name, position);
create index recipients_by_first_name on card_recipient_details (site_id, card_item_id, find_first, position);
create index recipients_by_email on card_recipient_details (site_id, card_item_id, find_email, position);
create index recipients_by_city on card_recipient_details (site_id, card_item_id, find_city, position);
create index recipients_by_zip on card_recipient_details (site_id, card_item_id, find_zip, position);
-- Few values, written in the order of positions: these cost an import next to nothing.
create index recipients_by_state on card_recipient_details (site_id, card_item_id, state, position);
create index recipients_by_amount on card_recipient_details (site_id, card_item_id, amount_cents, position);
