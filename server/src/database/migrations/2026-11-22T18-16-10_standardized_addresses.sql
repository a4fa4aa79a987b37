-- An address as the carrier writes it, for what it knows whole: letters and manifests are printed so.
alter table address_checks add column standardized jsonb;
