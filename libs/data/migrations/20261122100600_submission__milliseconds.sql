-- A cursor is a time in milliseconds: a row between two of them would be on two pages, or on none.
ALTER TABLE submission
  ADD CONSTRAINT submission__submitted_at__milliseconds CHECK (submitted_at = date_trunc('milliseconds', submitted_at)) NOT VALID;
