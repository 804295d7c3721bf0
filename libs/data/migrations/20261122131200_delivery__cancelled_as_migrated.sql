-- A migration to another version of a rubric changed the points.
ALTER TABLE delivery
  DROP CONSTRAINT delivery__cancelled_as__known,
  ADD CONSTRAINT delivery__cancelled_as__known CHECK (cancelled_as IN ('person', 'reopened', 'erased', 'migrated')) NOT VALID;
