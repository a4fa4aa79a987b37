-- Customers of a large site are found by their beginnings too, and their orders and parcels with them.
alter table customers
  add column find_name text collate "C" not null
    generated always as (left(folded(last_name || ' ' || first_name), 60)) stored,
  add column find_first text collate "C" not null
    generated always as (left(folded(first_name || ' ' || last_name), 60)) stored,
  add column find_company text collate "C" not null generated always as (left(folded(legal_business_name), 60)) stored,
  add column find_email text collate "C" not null generated always as (left(folded(email), 60)) stored;
create index customers_found_by_name on customers (site_id, find_name, id);
create index customers_found_by_first_name on customers (site_id, find_first, id);
create index customers_found_by_company on customers (site_id, find_company, id);
create index customers_found_by_email on customers (site_id, find_email, id);
create index orders_by_po_number on orders (site_id, po_number collate "C") where po_number <> '';

-- The office's list of deliveries: those that changed last come first.
create index deliveries_newest on deliveries (site_id, updated_at desc, id desc);
