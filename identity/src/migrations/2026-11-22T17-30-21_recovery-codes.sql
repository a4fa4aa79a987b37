-- Each answers in place of the authenticator app, once.
create table identity.recovery_codes (
  sub uuid not null references identity.users on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (sub, code_hash)
);
