import { highlightLanguages } from '@course-grading/contracts/settings/highlight-languages'
import type { CourseSettingsChange, Grader } from '@course-grading/domain/settings/course-settings'
import fc from 'fast-check'

const languages = ['fi', 'en', 'sv', 'de', 'en-GB', 'est']
const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789']
const nameCharacter = fc.oneof(
  fc.constantFrom(...'abcÅäö ÖλЖ中文🙂é\u0301-–"\\/<>&\''),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
)

/**
 * A text of at most 200 characters however it is normalised, with something visible in it and no control characters.
 */
const courseName = fc
  .array(nameCharacter, { minLength: 1, maxLength: 40 })
  .map((characters) => characters.join(''))
  .filter(
    (name) =>
      /^(?=[^]*[^\s\p{Default_Ignorable_Code_Point}\u2800])[^\p{Cc}\p{Cn}\p{Cs}\u2028-\u202E\u2066-\u2069]*$/u.test(
        name.normalize('NFC'),
      ) && [...name].length <= 200,
  )

const subset = (values: readonly string[], minLength = 0): fc.Arbitrary<string[]> =>
  fc.shuffledSubarray([...values], { minLength })
const extension = fc
  .string({ unit: fc.constantFrom(...letters, '.', '+', '_', '-', 'X'), minLength: 0, maxLength: 15 })
  .chain((rest) => fc.constantFrom(...letters).map((first) => `.${first}${rest}`))
const pathSegment = fc
  .string({ unit: fc.nat({ max: 0x10ffff }).map((point) => String.fromCodePoint(point)), minLength: 1, maxLength: 40 })
  .filter((text) => !/^\.{1,2}$|[/\\\0]/u.test(text) && text.isWellFormed())

/** fast-check's own paths, queries and fragments need a table of all code points, which takes seconds to build. */
const url = fc
  .tuple(
    fc.constantFrom('http', 'HTTPS'),
    fc.domain(),
    fc.constantFrom('', ':8443', '/', '/a/%C3%A4.yaml', '?', '/?a=1&b=%C3%A4', '#x', '/a?q=/?#%00'),
  )
  .map(([scheme, host, rest]) => `${scheme}://${host}${rest}`)

const grader = (userId: number, ofCourse: readonly string[], tags: readonly string[]): fc.Arbitrary<Grader> =>
  fc.record(
    {
      userId: fc.constant(userId),
      languages: subset(ofCourse, 1),
      feedbackTags: subset(tags),
      gradingTags: subset(tags),
    },
    { requiredKeys: ['userId', 'languages'] },
  )

interface CourseFacts {
  readonly slug: string
  readonly tagSlugs: readonly string[]
  /** People who are staff of the course. */
  readonly staff: readonly number[]
  /** Exercises that no other course has. */
  readonly exerciseIds: readonly number[]
}

/** Changes that a course with these facts must accept. */
export function arbitrarySettingsChange(course: CourseFacts): fc.Arbitrary<CourseSettingsChange> {
  return subset(languages, 1).chain((ofCourse) =>
    fc.record(
      {
        schemaVersion: fc.constant(1),
        slug: fc.constant(course.slug),
        name: courseName,
        languages: fc.constant(ofCourse),
        highlightLanguages: fc.uniqueArray(fc.constantFrom(...highlightLanguages), { maxLength: 64 }),
        courseConfigUrl: fc.option(url),
        templates: fc.record({
          automaticExtensions: fc.boolean(),
          extensions: fc.uniqueArray(extension, { maxLength: 8 }),
          excludedPathSegments: fc.uniqueArray(pathSegment, { maxLength: 8 }),
        }),
        listed: fc.boolean(),
        visibleTagSlugs: subset(course.tagSlugs),
        graders: fc
          .shuffledSubarray([...course.staff])
          .chain((people) => fc.tuple(...people.map((userId) => grader(userId, ofCourse, course.tagSlugs)))),
        manualGradingExercises: fc.shuffledSubarray([...course.exerciseIds]),
      },
      {
        noNullPrototype: true,
        requiredKeys: [
          'schemaVersion',
          'slug',
          'name',
          'languages',
          'highlightLanguages',
          'templates',
          'listed',
          'visibleTagSlugs',
          'graders',
          'manualGradingExercises',
        ],
      },
    ),
  )
}
