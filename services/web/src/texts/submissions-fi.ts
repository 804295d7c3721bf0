import type { submissions as english } from './submissions-en.ts'

export const submissions: typeof english = {
  title: 'Palautukset',
  state: 'Tila',
  grader: 'Arvioija',
  tag: 'Tunniste',
  all: {
    exercise: 'Kaikki tehtävät',
    state: 'Kaikki tilat',
    grader: 'Kaikki arvioijat',
    tag: 'Kaikki tunnisteet',
  },
  states: {
    waiting: 'Odottaa',
    in_progress: 'Kesken',
    completed: 'Arvioitu',
    released: 'Julkaistu',
    gone: 'Kadonnut A+:sta',
    superseded: 'Korvattu',
    not_queued: 'Ei arvioitavana',
    submitted: 'Palautettu',
  },
  mine: 'Minun arvioimani',
  clear: 'Kaikki palautukset',
  inPlatform: 'A+:ssa',
  notCounted: 'ei lasketa',
  none: 'Tällaisia palautuksia ei ole. Nimettömiä töitä ei löydy nimellä eikä tunnisteella.',
}
