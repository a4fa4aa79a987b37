-- Keys with which a company's programs order (docs/decisions/0083). Orders belong to a customer of the key's own, who
-- can't sign in and isn't one of the company's people.
create table company_api_keys (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  company_id bigint not null,
  -- The company it was made for: its external IDs stay apart after a merge.
  home_company_id bigint not null,
  customer_id bigint not null,
  name text not null,
  scopes text[] not null,
  -- Empty allows every address.
  ip_ranges text[] not null,
  secret_hash text not null,
  -- The end of the secret, to tell keys apart.
  secret_end text not null,
  -- After a rotation, the secret before it works until then.
  old_secret_hash text,
  old_secret_until timestamptz,
  -- The people who were shown a secret: they don't approve what it orders.
  holders jsonb not null,
  created_by bigint not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (site_id, id),
  foreign key (site_id, company_id) references companies (site_id, id),
  foreign key (site_id, home_company_id) references companies (site_id, id),
  foreign key (site_id, customer_id) references customers (site_id, id),
  foreign key (site_id, created_by) references customers (site_id, id)
);
create unique index company_api_keys_by_customer on company_api_keys (site_id, customer_id);
create index company_api_keys_by_company on company_api_keys (site_id, company_id);
select protect_tenant_table('company_api_keys');

-- What a program calls its order, and what it asked for under that name.
alter table orders
  add column external_id text,
  add column external_of bigint,
  add column external_hash text;
create unique index orders_by_external_id on orders (site_id, external_of, external_id)
  where external_id is not null;
