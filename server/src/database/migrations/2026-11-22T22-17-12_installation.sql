-- One row about the whole database, for the owner alone. secret_check is sealed with the installation's secret, so
-- that a start with another secret is noticed.
create table installation (
  is_only boolean primary key default true check (is_only),
  secret_check text not null
);
