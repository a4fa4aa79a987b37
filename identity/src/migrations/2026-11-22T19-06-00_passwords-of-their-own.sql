alter table identity.users
  -- False while the hash is of a password nobody knows: people who came by another service.
  add column has_password boolean not null default true;

-- Such an account got its unknown password and its first link in one transaction.
update identity.users set has_password = false
where srp_verifier is null and exists (
  select 1 from identity.linked_accounts as link
  where link.sub = users.sub
    and link.linked_at between users.password_set_at and users.password_set_at + interval '2 seconds'
);
