-- A person who came back and is erased again counts from then, also in a restored backup.
alter table erased_keys drop constraint erased_keys_pkey, add primary key (site_id, digest, erased_at);
