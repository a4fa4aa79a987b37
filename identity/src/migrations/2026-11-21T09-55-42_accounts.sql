-- Statements are separated by a semicolon at the end of a line: write no function bodies here.

create table identity.pools (
  pool_id text primary key,
  client_id text not null unique,
  identity_pool_id text not null unique,
  site_id text not null,
  password_policy jsonb not null,
  blocked_words jsonb not null,
  self_sign_up boolean not null
);

create table identity.users (
  sub uuid primary key,
  pool_id text not null references identity.pools,
  -- Normalized: NFKC and lower case, so that the unique index ignores case.
  username text not null,
  status text not null check (status in ('UNCONFIRMED', 'CONFIRMED', 'FORCE_CHANGE_PASSWORD', 'RESET_REQUIRED')),
  password_hash text not null,
  password_set_at timestamptz not null,
  attributes jsonb not null,
  email_verified boolean not null default false,
  phone_number_verified boolean not null default false,
  created_at timestamptz not null,
  unique (pool_id, username)
);

-- One sign-in; its id is the tokens' origin_jti.
create table identity.sessions (
  id uuid primary key,
  sub uuid not null references identity.users on delete cascade,
  auth_time timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);

create index sessions_sub on identity.sessions (sub);

create table identity.refresh_tokens (
  token_hash text primary key,
  session_id uuid not null references identity.sessions on delete cascade,
  expires_at timestamptz not null,
  replaced_at timestamptz,
  -- The successor, sealed, kept for the seconds in which a second tab may ask with the old token.
  successor text
);

create index refresh_tokens_session on identity.refresh_tokens (session_id);

create table identity.one_time_codes (
  sub uuid not null references identity.users on delete cascade,
  purpose text not null,
  attribute text not null,
  -- What the code proves possession of: an e-mail address or a phone number.
  destination text not null,
  code_hash text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (sub, purpose, attribute)
);

create table identity.challenges (
  session_hash text primary key,
  sub uuid not null references identity.users on delete cascade,
  name text not null,
  state jsonb not null,
  expires_at timestamptz not null
);

-- Keyed by a digest of the name that was tried, whether or not such a user exists.
create table identity.attempts (
  key text primary key,
  failures integer not null,
  last_at timestamptz not null,
  locked_until timestamptz
);

create table identity.sends (
  key text not null,
  window_start timestamptz not null,
  count integer not null,
  primary key (key, window_start)
);

create table identity.signing_keys (
  kid text primary key,
  private_jwk text not null,
  public_jwk jsonb not null,
  created_at timestamptz not null
);
