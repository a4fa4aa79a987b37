-- Requests of staff that were carried out: none is good twice. Kept until their time is up anyway.
create table identity.staff_signatures (
  signature_hash text primary key,
  expires_at timestamptz not null
);

create index staff_signatures_expires on identity.staff_signatures (expires_at);
