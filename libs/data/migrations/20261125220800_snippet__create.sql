-- Comments that graders insert again and again: those of a course, and personal ones, which their owner alone sees.
CREATE TABLE snippet (
  snippet_id uuid NOT NULL,
  course_id bigint NOT NULL,
  -- Whose it is; null: the course's.
  owner_id bigint,
  -- The owner, or 0 for the course's: what indexes of both kinds begin with.
  bank bigint NOT NULL GENERATED ALWAYS AS (coalesce(owner_id, 0)) STORED,
  -- With which exercise and criterion alone it is offered; null: with all.
  exercise_id bigint,
  criterion_id text,
  label text NOT NULL,
  -- By language.
  text json NOT NULL,
  -- What it suggests.
  points numeric,
  -- Label and texts, case-folded, one per line.
  search_text text NOT NULL,
  use_count integer NOT NULL DEFAULT 0,
  last_used_at timestamptz,
  -- From then on it is offered to nobody.
  retired_at timestamptz,
  -- Rises by one with each change; uses are none.
  revision integer NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT snippet__pkey PRIMARY KEY (snippet_id),
  CONSTRAINT snippet__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_settings (course_id),
  CONSTRAINT snippet__owner_id__range CHECK (owner_id BETWEEN 1 AND 9007199254740991),
  CONSTRAINT snippet__exercise_id__range CHECK (exercise_id BETWEEN 1 AND 9007199254740991),
  CONSTRAINT snippet__criterion_id__form CHECK (criterion_id ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  CONSTRAINT snippet__label__length CHECK (length(label) BETWEEN 1 AND 80),
  CONSTRAINT snippet__text__object CHECK (json_typeof(text) = 'object'),
  CONSTRAINT snippet__points__range CHECK (points BETWEEN -1000000 AND 1000000 AND points = round(points, 2)),
  CONSTRAINT snippet__use_count__range CHECK (use_count >= 0),
  CONSTRAINT snippet__last_used_at__used CHECK ((last_used_at IS NULL) = (use_count = 0)),
  CONSTRAINT snippet__revision__range CHECK (revision >= 1)
);

-- For the list, and to count those of a course.
CREATE INDEX snippet__use_count ON snippet (course_id, bank, use_count DESC, snippet_id DESC) WHERE retired_at IS NULL;
-- To count those of a person.
CREATE INDEX snippet__owner_id ON snippet (owner_id) WHERE retired_at IS NULL AND owner_id IS NOT NULL;
-- For the search; no pending list, through which every search would have to read.
CREATE INDEX snippet__search_text ON snippet
  USING gin (course_id, bank, search_text gin_trgm_ops) WITH (fastupdate = off) WHERE retired_at IS NULL;

DO $$
DECLARE
  frontend text := current_database() || '_frontend_internal';
BEGIN
  -- A save counts the snippets that its scores newly refer to.
  EXECUTE format(
    'GRANT SELECT, INSERT, UPDATE (exercise_id, criterion_id, label, text, points, search_text, use_count, last_used_at, '
      'retired_at, revision) ON snippet TO %I', frontend);
END
$$;
