-- The hashes of audit entries, each of the one before and of its own text: `chained(hash before the first, text)`.
create function next_link(link text, first text, rest text) returns text language sql immutable
  return translate(
    encode(sha256(convert_to('["' || coalesce(link, first) || rest, 'UTF8')), 'base64'), '+/=', '-_'
  );
create aggregate chained(first text, rest text) (sfunc = next_link, stype = text);
