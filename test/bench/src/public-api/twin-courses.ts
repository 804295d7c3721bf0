import { demoCourses } from '@course-grading/test-kit'
import type { CourseSettings } from '@course-grading/domain/settings/course-settings'
import { Client } from 'pg'

const courseCount = 1000
const firstCourseId = 100_001

/** A thousand courses of realistic size, with some 1.3 KB each. */
export const benchCourses: readonly CourseSettings[] = Array.from({ length: courseCount }, (_, index) => ({
  ...demoCourses.programming1,
  courseId: firstCourseId + index,
  slug: `course-${index}`,
  name: `Programming ${index}: an introduction to algorithms and data structures`,
  courseConfigUrl: `https://courses.example.org/programming-${index}/config.yaml`,
  templates: {
    automaticExtensions: true,
    extensions: ['.py', '.scala', '.txt'],
    excludedPathSegments: ['node_modules', '__pycache__', '.git'],
  },
  graders: Array.from({ length: 4 }, (_grader, position) => ({
    userId: 7000 + position,
    languages: ['fi', 'en'],
    gradingTags: ['group-a', 'group-b'],
  })),
  manualGradingExercises: [index * 10 + 200_001, index * 10 + 200_002],
}))

/** The same courses in columns, for servers that read columns. */
export async function createTwinTable(ownerUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(`CREATE TABLE twin (
      course_id bigint PRIMARY KEY, revision integer, schema_version integer, slug text, name text, languages text[], highlight_languages text[],
      course_config_url text, templates jsonb, listed boolean, visible_tag_slugs text[], graders jsonb, manual_grading_exercises integer[],
      tags jsonb, lti_login_url text)`)
    await client.query(
      `INSERT INTO twin SELECT c."courseId", c.revision, c."schemaVersion", c.slug, c.name, c.languages, c."highlightLanguages",
      c."courseConfigUrl", c.templates, c.listed, c."visibleTagSlugs", c.graders, c."manualGradingExercises", c.tags, c."ltiLoginUrl"
      FROM jsonb_to_recordset($1) AS c("courseId" bigint, revision integer, "schemaVersion" integer, slug text, name text, languages text[],
        "highlightLanguages" text[], "courseConfigUrl" text, templates jsonb, listed boolean, "visibleTagSlugs" text[], graders jsonb,
        "manualGradingExercises" integer[], tags jsonb, "ltiLoginUrl" text)`,
      [JSON.stringify(benchCourses)],
    )
    await client.query('ANALYZE')
  } finally {
    await client.end()
  }
}

export const twinColumns = `course_id, revision, schema_version, slug, name, languages, highlight_languages, course_config_url, templates, listed,
  visible_tag_slugs, graders, manual_grading_exercises, tags, lti_login_url`

export interface TwinRow {
  course_id: string
  revision: number
  schema_version: number
  slug: string
  name: string
  languages: string[]
  highlight_languages: string[]
  course_config_url: string | null
  templates: unknown
  listed: boolean
  visible_tag_slugs: string[]
  graders: unknown
  manual_grading_exercises: number[]
  tags: unknown
  lti_login_url: string | null
}

/** Makes the public API's reply from columns. */
export const documentOf = (row: TwinRow): object => ({
  revision: row.revision,
  schemaVersion: row.schema_version,
  courseId: Number(row.course_id),
  slug: row.slug,
  name: row.name,
  languages: row.languages,
  highlightLanguages: row.highlight_languages,
  courseConfigUrl: row.course_config_url,
  templates: row.templates,
  listed: row.listed,
  visibleTagSlugs: row.visible_tag_slugs,
  graders: row.graders,
  manualGradingExercises: row.manual_grading_exercises,
  tags: row.tags,
  ltiLoginUrl: row.lti_login_url,
})
