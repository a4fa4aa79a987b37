-- Staff find a person on a whole site by name or email (docs/decisions/0057). Saved people had these indexes for one
-- customer only, and saved addresses had no columns that a search can use (migration lists-that-stay-flat).
create index saved_found_by_name on saved_people (site_id, find_name);
create index saved_found_by_email on saved_people (site_id, find_email);
alter table registered_addresses
  add column find_name text collate "C" not null
    generated always as (left(folded(regexp_replace(name, '^(.*\S)\s+(\S+)$', '\2 \1')), 60)) stored,
  add column find_first text collate "C" not null generated always as (left(folded(name), 60)) stored;
create index addresses_found_by_name on registered_addresses (site_id, find_name);

-- Where bulk cards go has no recipient to be found by; these rows are few.
create index parcels on deliveries (site_id, id) where recipient_id is null;
create index parcels_to_ship on shipping_orders (site_id, id) where reward_type = 'bulk';

-- What staff wrote about an arrival may name who was there: removed with the person.
grant update (facts) on delivery_events to laurel_app;
