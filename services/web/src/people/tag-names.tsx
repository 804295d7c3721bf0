/** The tags of a student, each apart when it is read aloud. */
export const TagNames = ({ slugs }: { readonly slugs: readonly string[] }) => (
  <>
    {slugs.map((slug) => (
      <>
        <span class="tag">{slug}</span>{' '}
      </>
    ))}
  </>
)
