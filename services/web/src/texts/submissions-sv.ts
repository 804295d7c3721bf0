import type { submissions as english } from './submissions-en.ts'

export const submissions: typeof english = {
  title: 'Inlämningar',
  state: 'Läge',
  grader: 'Bedömare',
  tag: 'Tagg',
  all: { exercise: 'Alla uppgifter', state: 'Alla lägen', grader: 'Alla bedömare', tag: 'Alla taggar' },
  states: {
    waiting: 'Väntar',
    in_progress: 'Pågår',
    completed: 'Bedömd',
    released: 'Publicerad',
    gone: 'Borta från A+',
    superseded: 'Ersatt',
    not_queued: 'Ska inte bedömas',
    submitted: 'Inlämnad',
  },
  mine: 'Bedömda av mig',
  clear: 'Alla inlämningar',
  inPlatform: 'I A+',
  notCounted: 'räknas inte',
  none: 'Det finns inga sådana inlämningar. Anonyma arbeten går inte att hitta med namn eller tagg.',
}
