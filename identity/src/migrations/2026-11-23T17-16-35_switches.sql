-- A session that a switch opened ends with the sign-in it came from.
alter table identity.sessions add column origin_id uuid;
create index sessions_origin on identity.sessions (origin_id) where origin_id is not null;

-- Accounts of private pools whose owner has proven, by a sign-in to each, that they are one person.
create table identity.people (
  sub uuid primary key references identity.users on delete cascade,
  person uuid not null
);
create index people_person on identity.people (person);
