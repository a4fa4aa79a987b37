-- The businesses that order, between site and customer. A customer founds theirs on the first visit after registering.
create table companies (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  name text not null,
  -- The customer whose earlier orders are the company's too.
  founded_by bigint not null,
  created_at timestamptz not null default now(),
  primary key (site_id, id),
  foreign key (site_id, founded_by) references customers (site_id, id)
);
select protect_tenant_table('companies');

create table company_members (
  site_id bigint not null references sites (id),
  company_id bigint not null,
  customer_id bigint not null,
  role text not null check (role in ('admin', 'buyer', 'approver', 'finance', 'viewer')),
  joined_at timestamptz not null default now(),
  primary key (site_id, company_id, customer_id),
  foreign key (site_id, company_id) references companies (site_id, id),
  foreign key (site_id, customer_id) references customers (site_id, id)
);
create index companies_of_customer on company_members (site_id, customer_id, joined_at);
select protect_tenant_table('company_members');

create table company_invitations (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  company_id bigint not null,
  email text not null,
  role text not null check (role in ('admin', 'buyer', 'approver', 'finance', 'viewer')),
  invited_by bigint not null,
  token_hash text not null,
  token_sealed text not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, company_id) references companies (site_id, id)
);
create unique index invited_once on company_invitations (site_id, company_id, lower(email));
create unique index invitations_by_token on company_invitations (site_id, token_hash);
select protect_tenant_table('company_invitations');

-- Set when an order is frozen for its payment. Orders without one are their customer's own.
alter table orders add column company_id bigint;
create index orders_of_company on orders (site_id, company_id, id desc) include (status) where company_id is not null;
create index orders_outside_companies on orders (site_id, customer_id, id desc) include (status)
  where company_id is null or status = 'cart';

-- A colleague can order a card again, so its logo may be on cards of others.
create index card_items_by_logo on card_items (site_id, (design ->> 'logo_file_key'))
  where design ->> 'logo_file_key' is not null;
