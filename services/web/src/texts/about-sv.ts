import type { about as english } from './about-en.ts'

export const about: typeof english = {
  title: 'Om det här arbetet',
  postponed: (time) => `Uppskjutet ${time}`,
  superseded: 'Ett nyare försök har ersatt det här.',
  newer: 'Öppna det nyare försöket',
  gradedBy: (name, time) => `Bedömt av ${name}, ${time}.`,
  judgedBy: (name) => `Senast bedömt av ${name}.`,
  restart: {
    what: 'Om du börjar om töms poäng, poängjustering och personalens anteckning, som sparas åt dig bland de avvisade sparningarna. Återkopplingen finns kvar.',
    button: 'Börja om',
  },
  reveal: {
    what: 'Du får fråga vem som har lämnat in det här. I historiken syns att du frågade och varför.',
    button: 'Visa vem som har lämnat in',
    names: (names) => `Inlämnat av ${names}.`,
  },
  history: 'Historik',
  service: 'Tjänsten',
  points: (before, after) => `poäng ${before} → ${after}`,
  submitters: (before, after) => `${before} → ${after}`,
  events: {
    claimed: (who) => `${who} började bedöma`,
    saved: (who) => `${who} sparade bedömningen`,
    feedback_saved: (who) => `${who} sparade återkopplingen`,
    handed_back: (who) => `${who} lämnade tillbaka arbetet till kön`,
    postponed: (who) => `${who} sköt upp arbetet`,
    taken_over: (who) => `${who} tog över arbetet`,
    restarted: (who) => `${who} började om`,
    completed: (who) => `${who} markerade bedömningen som klar`,
    reopened: (who) => `${who} öppnade bedömningen på nytt`,
    released: (who) => `${who} publicerade resultatet`,
    migrated: (who) => `${who} flyttade arbetet till en annan version av bedömningsmatrisen`,
    revealed: (who) => `${who} frågade vem som har lämnat in`,
    superseded: () => 'Ett nyare försök ersatte det här',
    submitters_changed: () => 'A+ angav andra som inlämnare',
  },
}
