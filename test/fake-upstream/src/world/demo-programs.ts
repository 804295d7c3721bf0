/** The languages of the demo submissions' programs. */
export type ProgrammingLanguage = 'python' | 'scala'

export const programFileName = { python: 'solution.py', scala: 'Solution.scala' } as const

/** The file that the exercise gives out, with its comment in the given language. */
export function templateProgram(language: ProgrammingLanguage, locale: string): string {
  const todo = locale === 'fi' ? 'Täydennä tähän' : 'Fill in here'
  if (language === 'python') {
    return (
      '"""Word counter."""\n\n\ndef count_words(text: str) -> dict[str, int]:\n' +
      `    # ${todo}\n    raise NotImplementedError\n`
    )
  }
  return (
    '/** Word counter. */\nobject Solution:\n  def countWords(text: String): Map[String, Int] =\n' +
    `    ??? // ${todo}\n`
  )
}
