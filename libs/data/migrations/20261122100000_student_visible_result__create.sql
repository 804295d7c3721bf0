-- What students may see of results: every reading, list and export for students asks this view and no table. Nothing is released before
-- people assess here, so it is empty; what replaces it keeps these columns.
CREATE VIEW student_visible_result AS
SELECT NULL::bigint AS submission_id, NULL::uuid AS result_id, NULL::numeric AS points, NULL::numeric AS max_points,
  NULL::timestamptz AS released_at
WHERE FALSE;

DO $$
BEGIN
  EXECUTE format('GRANT SELECT ON student_visible_result TO %I', current_database() || '_frontend_internal');
END
$$;
