import type { Snippet, SnippetChange } from './snippet.ts'

export const snippetChangeExample: SnippetChange = {
  exerciseId: 1103,
  criterionId: 'style',
  label: 'Names of variables',
  text: { en: 'The names say nothing about what the variables hold.', fi: 'Nimet eivät kerro, mitä muuttujissa on.' },
  points: -0.5,
}

export const snippetExample: Snippet = {
  snippetId: '019ea3f2-6c00-7a1b-8c2d-5e5f6a6b7c7d',
  courseId: 11,
  scope: 'course',
  ...snippetChangeExample,
  useCount: 0,
  lastUsedAt: null,
  retiredAt: null,
  revision: 1,
}
