import type { differences as english } from './differences-en.ts'

export const differences: typeof english = {
  to: (attempt) => (attempt === null ? 'Skillnader mot föregående försök' : `Skillnader mot försök ${attempt}`),
  none: 'Det finns inget försök före det här.',
  away: 'Det ena av de två försöken kan inte hämtas från A+ nu.',
  given: 'Återkoppling som gavs på föregående försök',
  added: 'Fanns inte i föregående försök.',
  removed: 'Lämnades in i föregående försök, men inte i det här.',
  same: (count) => (count === 1 ? 'En fil eller ett svar är lika i båda:' : `${count} filer och svar är lika i båda:`),
  differs: 'De två är inte lika, och är inte text.',
  unknown: 'Det är inte känt om de två är lika.',
  whole: 'För lång för att jämföras: alla rader i det här försöket, utan markeringar.',
  sameLines: (first, last) => (first === last ? `Rad ${first} är lika.` : `Raderna ${first}–${last} är lika.`),
  notListed: (count) =>
    count === 1 ? 'En fil jämförs inte: de är för många.' : `${count} filer jämförs inte: de är för många.`,
  cut: 'Sidan är full: alla rader som skiljer sig visas inte.',
}
