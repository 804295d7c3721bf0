import type { exerciseSettings as en } from './exercise-settings-en.ts'

const works = (count: number): string => (count === 1 ? '1 arbete' : `${count} arbeten`)

export const exerciseSettings: typeof en = {
  newRubric: 'Ny bedömningsmatris för den här uppgiften',
  place: 'Inställningar',
  title: (exercise) => `Inställningar: ${exercise}`,
  lead: 'Hur arbetena i uppgiften bedöms, vem som tar vilka, och när de studerande läser om dem.',
  parts: { judging: 'Bedömning', queueing: 'Kö', releasing: 'Publicering' },
  fields: {
    rubricId: 'Bedömningsmatris',
    anonymous: 'Bedömarna ser alias i stället för namn',
    attempts: 'Försök',
    order: 'Ordning',
    autoPoints: 'Poäng av automatiska kontroller',
    release: 'De studerande läser resultaten',
    releaseAt: 'Publicering av sig själv',
    leaseMinutes: 'Minuter för en reservation',
    maxOpenClaims: 'Reservationer på en gång',
    dueAt: 'Bedömningens tidsfrist',
    notify: 'A+ meddelar de studerande deras vitsord',
  },
  about: {
    rubricId: (begun) => `Arbeten som tas härefter får den; påbörjade behåller sin: ${works(begun)}.`,
    anonymous: (left) => `Fram till publiceringen, också för lärare. Gäller nu: ${works(left)}.`,
    attempts: (waiting) =>
      `Vilka arbeten av samma personer som väntar; det avgörs på nytt när du sparar. Nu: ${works(waiting)}.`,
    order: (waiting) => `I vilken ordning bedömarna får det som väntar: ${works(waiting)}.`,
    autoPoints: (left) => `Gäller vitsord som de studerande ännu inte läser: ${works(left)}.`,
    release: (completed) => `Gäller det som blir klart härefter. Klart och inte publicerat: ${works(completed)}.`,
    releaseAt: (completed) => `Bara där en lärare publicerar. Det som är klart då, nu: ${works(completed)}.`,
    leaseMinutes: (held) =>
      `5–240. Så länge efter den sista sparningen går ett arbete tillbaka till kön med sitt utkast. Reserverat nu: ${works(held)}.`,
    maxOpenClaims: (held) => `1–50. Så många arbeten får en bedömare reservera. Reserverat nu: ${works(held)}.`,
    dueAt: (waiting) => `Bedömarna ser den; inget upphör då. Väntar: ${works(waiting)}.`,
    notify: (left) => `När ett vitsord kommer fram dit. Gäller härefter: ${works(left)}.`,
  },
  options: {
    pointsOnly: 'Bara poäng, ingen bedömningsmatris',
    otherRubric: 'En matris som inte längre erbjuds',
    shown: 'Bedömarna ser dem, och de räknas inte',
    added: 'De läggs till: vitsordet ersätter kontrollernas vitsord och återkoppling i A+',
    latest: 'Det nyaste',
    all: 'Vart och ett',
    bands: 'Per dag, slumpvis inom en dag',
    oldest: 'Det äldsta först',
    manual: 'När en lärare publicerar dem',
    immediate: 'Genast när bedömningen är klar',
    unseen: 'De läser dem innan någon annan tittar.',
  },
  on: 'ja',
  off: 'nej',
  faults: {
    needsManual: 'En tid förutsätter att en lärare publicerar.',
    needsPublished: 'Kursen har ingen sådan publicerad matris.',
    minutesRange: 'Ett heltal 5–240.',
    claimsRange: 'Ett heltal 1–50.',
  },
}
