-- A sign-in can begin with a question before anything is proven (SRP, USER_AUTH). It is put to any name,
-- so that nobody learns which of them exist: without a user the answer is always wrong.
alter table identity.challenges
  alter column sub drop not null;
