import { isBuiltInTag } from '@course-grading/domain/students/is-built-in-tag'

/** The course's own tags of a student, each apart when it is read aloud. */
export const TagNames = ({ slugs }: { readonly slugs: readonly string[] }) => (
  <>
    {slugs.flatMap((slug) =>
      isBuiltInTag(slug) ? (
        []
      ) : (
        <>
          <span class="tag">{slug}</span>{' '}
        </>
      ),
    )}
  </>
)
