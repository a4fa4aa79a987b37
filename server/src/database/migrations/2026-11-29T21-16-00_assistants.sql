-- AI assistants that people connected (docs/decisions/0102).

create table assistant_connections (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  customer_id bigint not null,
  -- The company that it acts for.
  company_id bigint not null,
  -- Names the connection in its tokens, which are signed and not stored.
  key text not null,
  client_hash text not null,
  name text not null,
  redirect_uri text not null,
  scopes text[] not null,
  -- Until the assistant exchanges its code.
  code_challenge text,
  -- Of the refresh token; 0 until the code is exchanged.
  generation integer not null default 0,
  refreshed_at timestamptz,
  -- Where its plans wait to be confirmed.
  conversation_id bigint,
  created_at timestamptz not null,
  last_used_at timestamptz,
  expires_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, customer_id) references customers (site_id, id) on delete cascade,
  foreign key (site_id, company_id) references companies (site_id, id)
);
create unique index assistant_connections_by_key on assistant_connections (site_id, key);
create index assistant_connections_by_customer on assistant_connections (site_id, customer_id);
create index assistant_connections_by_expiry on assistant_connections (site_id, expires_at);
select protect_tenant_table('assistant_connections');
