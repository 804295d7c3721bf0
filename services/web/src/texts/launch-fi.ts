import type { launch as en } from './launch-en.ts'

export const launch: typeof en = {
  titles: { used: 'Jo käytetty', other: 'Et ole kirjautunut' },
  courses: 'Omat kurssit',
  lead: {
    unsigned: 'A+ ja tämä palvelu eivät ole samaa mieltä tästä avauksesta.',
    late: 'Avaus on yli kymmenen minuuttia vanha, tai jokin kello käy väärin.',
    used: 'Tämä avaus on jo käytetty. Jokaisella kirjaudutaan kerran.',
    withoutToken: 'A+ ei kertonut tälle palvelulle, kuka olet.',
    withoutCookies: 'Selaimesi ei säilytä tämän sivuston evästeitä, joten et voi pysyä kirjautuneena.',
    unknownToken: 'A+ ei tunne avainta, joka tuli tämän avauksen mukana.',
  },
  steps: {
    unsigned: [
      'Avaa linkki uudelleen kurssisi valikosta A+:ssa.',
      'Jos siitä ei ole apua, pyydä A+:n ylläpitäjää tarkistamaan tämän palvelun avain, salaisuus ja osoite.',
    ],
    late: [
      'Avaa linkki uudelleen kurssisi valikosta A+:ssa.',
      'Jos siitä ei ole apua, kerro ylläpitäjälle, että A+:n tai tämän palvelun kello käy väärin.',
    ],
    used: ['Avaa linkki uudelleen kurssisi valikosta A+:ssa.'],
    withoutToken: [
      'Kirjaudu A+:aan ja avaa linkki uudelleen kurssisi valikosta.',
      'Jos siitä ei ole apua, pyydä A+:n ylläpitäjää antamaan tälle palvelulle oikeus ”public with API”.',
    ],
    withoutCookies: [
      'Salli tämän sivuston evästeet selaimessasi. Ne säilyttävät täällä vain sen, kuka on kirjautunut, ja kielen.',
      'Kirjaudu sitten uudelleen tai avaa linkki kurssisi valikosta A+:ssa.',
    ],
    unknownToken: [
      'Avaa linkki uudelleen kurssisi valikosta A+:ssa.',
      'Jos siitä ei ole apua, kerro siitä tämän palvelun ylläpitäjälle.',
    ],
  },
  token: 'Kirjaudu sen sijaan API-avaimella',
  platform: 'Siirry A+:aan',
}
