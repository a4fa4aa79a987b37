-- How often carriers may be called with an account, counted by all servers. For the owner alone.
create table call_budgets (
  -- A digest of the carrier and the client that it counts.
  account text primary key,
  -- When all calls are there again if no more are made.
  full_at timestamptz not null,
  -- The carrier said to wait until then.
  paused_until timestamptz not null
);
