-- Requests of callers who come near a limit, counted by several servers together. For the owner alone; a crash of
-- PostgreSQL may forget it.
create unlogged table request_counts (
  -- A digest of the limit and of whom it counts: addresses aren't kept.
  caller text primary key,
  count integer not null,
  ends_at timestamptz not null
);
