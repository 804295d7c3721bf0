import type { Texts } from '../texts/texts.ts'
import { type Fields, paths } from '../islands/grading/fields.ts'

interface KeptTextPageProps {
  readonly texts: Texts
  readonly message: string
  /** The path of the page whose form could not be saved. */
  readonly path: string
  readonly typed: Fields
}

/** Shows all that was typed, to copy, where nothing can be sent now. It is drawn from the form alone. */
export function KeptTextPage({ texts, message, path, typed }: KeptTextPageProps) {
  const { kept, back } = texts.grading
  const written = Object.entries(typed).flatMap(([name, text]): [string, string][] => {
    const title = nameOf(name, texts)
    return title === null ? [] : [[title, text]]
  })
  return (
    <section class="reading">
      <h1>{texts.problems.title}</h1>
      <p role="alert">{message}</p>
      <p>{kept}</p>
      {written.map(([name, text], index) => (
        <label key={index} class="area">
          {name}
          <textarea rows={4} readOnly>
            {`\n${text}`}
          </textarea>
        </label>
      ))}
      <p>
        <a href={path} target="_blank" rel="noopener">
          {back}
        </a>
      </p>
    </section>
  )
}

/** Criteria have no titles here, since the rubric cannot be read. */
function nameOf(path: string, texts: Texts): string | null {
  const { comment, points, feedback, privateNote, reason, adjustment } = texts.grading
  const [kind, id, member, check] = path.split('/')
  if (kind === 'scores') {
    const names: Readonly<Record<string, string>> = { comment, points, checks: String(check), levelId: '', none: '' }
    const name = names[member ?? '']
    return name === undefined ? null : [id, name].filter((part) => part !== '').join(': ')
  }
  if (kind === 'annotations') return member === 'body' ? texts.feedback.remarks(1) : null
  return (
    {
      [paths.adjustment]: adjustment,
      [paths.body]: feedback,
      [paths.privateNote]: privateNote,
      [paths.reason]: reason,
    }[path] ?? null
  )
}
