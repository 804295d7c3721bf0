import type { Texts } from '../texts/texts.ts'
import type { FormState } from './form-state.ts'

interface KeptTextPageProps {
  readonly texts: Texts
  readonly message: string
  /** Where the page is that could not be saved. */
  readonly path: string
  readonly typed: FormState
}

/** All that was typed, to copy, where nothing can be sent now. It is made of the form alone. */
export function KeptTextPage({ texts, message, path, typed }: KeptTextPageProps) {
  const { kept, back, comment, feedback, privateNote, reason } = texts.grading
  const written: readonly (readonly [name: string, text: string])[] = [
    [feedback, typed.body],
    [privateNote, typed.privateNote],
    [reason, typed.adjustment.reason],
    ...Object.entries(typed.criteria).map(([id, fields]) => [`${comment} (${id})`, fields.comment] as const),
    ...Object.values(typed.annotations).map((text) => [texts.feedback.remarks(1), text] as const),
  ]
  return (
    <section class="reading">
      <h1>{texts.problems.title}</h1>
      <p role="alert">{message}</p>
      <p>{kept}</p>
      {written
        .filter(([, text]) => text !== '')
        .map(([name, text]) => (
          <label key={name} class="area">
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
