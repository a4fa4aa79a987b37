-- Invitations that a company mailed within a day: to whom, as a keyed hash, and when. Withdrawing one frees no place.
alter table companies add column invitations_sent jsonb not null default '[]';

-- An invited person is found by the beginning of their email, as customers are (migration office-lists).
alter table company_invitations
  add column find_email text collate "C" not null generated always as (left(folded(email), 60)) stored;
create index invitations_found_by_email on company_invitations (site_id, find_email);
-- The nightly sweep deletes those that expired long ago.
create index expired_invitations on company_invitations (site_id, expires_at);
