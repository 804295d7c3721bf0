import type { en } from './en.ts'

export const fi: typeof en = {
  product: 'Kurssin arviointi',
  signIn: {
    title: 'Kirjaudu sisään',
    token: 'API-avain',
    button: 'Kirjaudu sisään',
    how: 'Avaa kurssi A+:ssa ja valitse sen valikosta Kurssin arviointi. Tai liitä A+-profiilisivusi API-avain tähän.',
    platform: 'Siirry A+:aan',
    refused: 'A+ ei tunne tätä avainta. Kopioi se uudelleen profiilisivultasi.',
    empty: 'Liitä API-avaimesi.',
  },
  signOut: 'Kirjaudu ulos',
  courses: {
    title: 'Omat kurssit',
    none: 'Sinulla ei ole kursseja A+:ssa.',
    notConfigured: 'ei vielä käytössä',
    roles: { teacher: 'opettaja', assistant: 'assistentti', grader: 'arvioija', student: 'opiskelija' },
  },
  problems: {
    title: 'Tämä ei onnistunut',
    back: 'Takaisin omiin kursseihin',
    requestId: (id) => `Pyyntö ${id}`,
    byCode: {
      not_found: 'Sivua ei ole, tai et saa nähdä sitä.',
      forbidden: 'Et saa tehdä tätä, tai lomake lähetettiin toiselta sivustolta.',
      overloaded: 'Palvelu on hetken varattu tai poissa. Yritä uudelleen.',
      rate_limited: 'Liian monta yritystä. Odota minuutti ja yritä uudelleen.',
      upstream_unavailable: 'A+ ei vastaa. Yritä hetken kuluttua uudelleen.',
    },
    other: 'Jotain meni vikaan. Jos et näe muutosta, mitään ei muutettu.',
  },
}
