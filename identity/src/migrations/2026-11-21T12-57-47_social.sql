-- Who a person is at another service. One account can hold one of each service.
create table identity.linked_accounts (
  pool_id text not null references identity.pools,
  provider text not null check (provider in ('Google', 'Apple', 'Amazon', 'Facebook')),
  -- The service's own, lasting name of the person.
  subject text not null,
  sub uuid not null references identity.users on delete cascade,
  linked_at timestamptz not null,
  primary key (pool_id, provider, subject),
  unique (sub, provider)
);

-- A sign-in that is away at a service: taken out when the person comes back.
create table identity.social_trips (
  state_hash text primary key,
  -- The cookie of the browser that set out.
  browser_hash text not null,
  pool_id text not null references identity.pools on delete cascade,
  provider text not null,
  -- Sealed: the nonce and the PKCE verifier towards the service.
  secrets text not null,
  redirect_uri text not null,
  app_state text not null,
  code_challenge text not null,
  expires_at timestamptz not null
);

create index social_trips_expires on identity.social_trips (expires_at);

-- What the app trades for tokens, once.
create table identity.social_codes (
  code_hash text primary key,
  sub uuid not null references identity.users on delete cascade,
  provider text not null,
  client_id text not null,
  redirect_uri text not null,
  code_challenge text not null,
  expires_at timestamptz not null
);

create index social_codes_expires on identity.social_codes (expires_at);
create index social_codes_sub on identity.social_codes (sub);
