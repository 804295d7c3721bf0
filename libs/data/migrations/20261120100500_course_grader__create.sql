-- A grader without a tag restriction and one restricted to no tag at all differ: hence a flag beside the rows.
CREATE TABLE course_grader (
  course_id bigint NOT NULL,
  user_id bigint NOT NULL,
  feedback_restricted boolean NOT NULL,
  grading_restricted boolean NOT NULL,
  CONSTRAINT course_grader__pkey PRIMARY KEY (course_id, user_id),
  CONSTRAINT course_grader__user_id__range CHECK (user_id BETWEEN 1 AND 9007199254740991),
  CONSTRAINT course_grader__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_settings (course_id)
);

CREATE TABLE course_grader_language (
  course_id bigint NOT NULL,
  user_id bigint NOT NULL,
  language text NOT NULL,
  CONSTRAINT course_grader_language__pkey PRIMARY KEY (course_id, user_id, language),
  CONSTRAINT course_grader_language__user_id__fkey FOREIGN KEY (course_id, user_id)
    REFERENCES course_grader (course_id, user_id),
  CONSTRAINT course_grader_language__language__fkey FOREIGN KEY (course_id, language)
    REFERENCES course_language (course_id, language)
);

CREATE TABLE course_grader_tag (
  course_id bigint NOT NULL,
  user_id bigint NOT NULL,
  purpose text NOT NULL,
  slug text NOT NULL,
  CONSTRAINT course_grader_tag__pkey PRIMARY KEY (course_id, user_id, purpose, slug),
  CONSTRAINT course_grader_tag__purpose__known CHECK (purpose IN ('feedback', 'grading')),
  CONSTRAINT course_grader_tag__user_id__fkey FOREIGN KEY (course_id, user_id)
    REFERENCES course_grader (course_id, user_id),
  CONSTRAINT course_grader_tag__slug__fkey FOREIGN KEY (course_id, slug) REFERENCES course_tag (course_id, slug)
);

DO $$
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON course_grader TO %I, %I',
    current_database() || '_public_api', current_database() || '_frontend_internal');
  EXECUTE format('GRANT SELECT, INSERT, DELETE ON course_grader_language, course_grader_tag TO %I, %I',
    current_database() || '_public_api', current_database() || '_frontend_internal');
END
$$;
