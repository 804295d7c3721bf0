-- Whom a course has erased: refreshes leave them out. A new registration of somebody deletes their row here.
CREATE TABLE course_erased_person (
  course_id bigint NOT NULL,
  user_id bigint NOT NULL,
  erased_at timestamptz NOT NULL,
  CONSTRAINT course_erased_person__pkey PRIMARY KEY (course_id, user_id),
  CONSTRAINT course_erased_person__course_id__range CHECK (course_id BETWEEN 1 AND 9007199254740991),
  CONSTRAINT course_erased_person__user_id__range CHECK (user_id BETWEEN 1 AND 9007199254740991)
);

-- What was done with somebody's data, by whom and when. It holds only ids, and nothing is ever changed or deleted.
CREATE TABLE person_action (
  id uuid NOT NULL,
  course_id bigint NOT NULL,
  user_id bigint NOT NULL,
  action text NOT NULL,
  by_user_id bigint NOT NULL,
  at timestamptz NOT NULL,
  CONSTRAINT person_action__pkey PRIMARY KEY (id),
  CONSTRAINT person_action__course_id__range CHECK (course_id BETWEEN 1 AND 9007199254740991),
  CONSTRAINT person_action__user_id__range CHECK (user_id BETWEEN 1 AND 9007199254740991),
  CONSTRAINT person_action__by_user_id__range CHECK (by_user_id BETWEEN 1 AND 9007199254740991),
  CONSTRAINT person_action__action__known CHECK (action IN ('export', 'erase'))
);

CREATE INDEX person_action__user_id ON person_action (course_id, user_id, id);

DO $$
DECLARE
  frontend text := current_database() || '_frontend_internal';
  grading text := current_database() || '_manual_grading';
BEGIN
  EXECUTE format('GRANT SELECT, INSERT ON course_erased_person, person_action TO %I', frontend);
  -- A registration deletes the erasure of the submission's submitters.
  EXECUTE format('GRANT SELECT, DELETE ON course_erased_person TO %I', grading);
END
$$;
