-- Staff find companies by name, person, or domain, as they find customers (docs/decisions/0051).
alter table companies
  add column find_name text collate "C" not null generated always as (left(folded(name), 60)) stored,
  -- Below the site's; null for no limit of its own.
  add column max_order_cents bigint check (max_order_cents > 0),
  add column max_orders_per_day integer check (max_orders_per_day > 0);
create index companies_found_by_name on companies (site_id, find_name, id);
create index domains_found on company_domains (site_id, domain collate "C", company_id);
-- What a company ordered in a day, and this year.
create index orders_placed_by_company on orders (site_id, company_id, placed_at)
  where company_id is not null and placed_at is not null;

-- By staff, for colleagues.
create table company_notes (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  company_id bigint not null,
  text text not null,
  written_by text not null,
  at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, company_id) references companies (site_id, id)
);
create index notes_of_company on company_notes (site_id, company_id, id);
select protect_tenant_table('company_notes');
