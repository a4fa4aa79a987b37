alter table identity.users
  -- A digest of the visitor address that signed up: it alone is told, for a day, that the account is confirmed.
  add column signed_up_from text,
  -- What the site asks from everybody is asked at the next sign-in, if it is missing.
  add column must_complete boolean not null default false;
