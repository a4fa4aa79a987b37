alter table identity.pools
  -- Whether sign-up answers an address that has an account like any other, and mails its owner instead.
  add column hide_accounts boolean not null default false;

alter table identity.users
  -- A digest of the browser that typed the password at sign-up; null where the client names none.
  add column signed_up_by text;
