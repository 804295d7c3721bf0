/**
 * The languages of the demo submissions' programs. Programs are invented and the same every time: a template with a student's
 * additions.
 */
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

/** One student's program; `variant` makes programs differ. */
export function answeredProgram(language: ProgrammingLanguage, variant: number): string {
  if (language === 'python') {
    return (
      `"""Word counter."""\n\n\ndef count_words(text: str) -> dict[str, int]:\n    counts: dict[str, int] = {}\n` +
      `    for word in text.lower().split():\n        counts[word] = counts.get(word, 0) + 1\n    return counts\n\n\n` +
      `if __name__ == '__main__':\n    # variant ${variant}, ääkköset mukana\n    print(count_words('a b a'))\n`
    )
  }
  return (
    `/** Word counter. */\nobject Solution:\n  def countWords(text: String): Map[String, Int] =\n` +
    `    text.toLowerCase.split("\\\\s+").groupBy(identity).view.mapValues(_.length).toMap\n\n` +
    `@main def run(): Unit = println(Solution.countWords("a b a")) // variant ${variant}\n`
  )
}
