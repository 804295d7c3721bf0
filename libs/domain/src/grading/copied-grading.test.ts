import { describe, expect, it } from 'vitest'
import { aRubric } from '../rubrics/a-rubric.fixture.ts'
import { copyOfRubric, copyOfSnippet } from './copied-grading.ts'

const published = { state: 'published', isCopied: false, document: aRubric() } as const

describe('copyOfRubric', () => {
  it('is the document without the texts in languages that the course lacks', () => {
    const document = aRubric({ title: { en: 'Project', fi: 'Projekti' } })
    expect(copyOfRubric({ ...published, document }, ['en'])).toEqual(aRubric())
    expect(copyOfRubric({ ...published, document }, ['en', 'fi'])).toEqual(document)
  })

  it.each([
    ['copied_before', { isCopied: true }],
    ['not_published', { state: 'draft', document: null }],
    ['archived', { state: 'archived', document: null }],
    ['ask_again', { document: null }],
    ['no_language', { document: aRubric({ title: { fi: 'Projekti' } }) }],
  ] as const)('is left out as %s', (reason, change) => {
    expect(copyOfRubric({ ...published, ...change }, ['en'])).toBe(reason)
  })
})

describe('copyOfSnippet', () => {
  const snippet = { isCopied: false, exerciseId: null, text: { en: 'Good', fi: 'Hyvä' } } as const
  const exercises = new Map([[1, 11]])

  it('has the texts in languages of the course, and the exercise that takes the place of its own', () => {
    expect(copyOfSnippet(snippet, ['fi', 'sv'], exercises)).toEqual({ exerciseId: null, text: { fi: 'Hyvä' } })
    expect(copyOfSnippet({ ...snippet, exerciseId: 1 }, ['en', 'fi'], exercises)).toEqual({
      exerciseId: 11,
      text: snippet.text,
    })
  })

  it.each([
    ['copied_before', { isCopied: true }],
    ['ask_again', { text: null }],
    ['no_language', { text: { sv: 'Bra' } }],
    ['no_exercise', { exerciseId: 2 }],
  ] as const)('is left out as %s', (reason, change) => {
    expect(copyOfSnippet({ ...snippet, ...change }, ['en', 'fi'], exercises)).toBe(reason)
  })
})
