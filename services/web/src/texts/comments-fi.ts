import type { comments as en } from './comments-en.ts'

export const comments: typeof en = {
  title: 'Kommentit',
  none: 'Täällä ei ole vielä lisättäviä kommentteja.',
  find: 'Hae',
  all: 'Kaikki kommentit',
  create: 'Uusi kommentti',
  change: 'Muuta kommenttia',
  lead: 'Arvioijat lisäävät sen palautteisiin, kommentteihin ja huomautuksiin. Siellä, minne se on lisätty, sen teksti pysyy ennallaan.',
  retiredMeanwhile:
    'Tätä ei voi enää muuttaa: joku poisti sen käytöstä sillä välin. Kopioi tekstistäsi, mitä tarvitset.',
  columns: {
    label: 'Kommentti',
    text: 'Teksti',
    points: 'Pisteet',
    exercise: 'Tehtävä',
    uses: 'Käyttöjä',
    lastUsed: 'Viimeinen käyttökerta',
  },
  onlyMe: 'vain sinä',
  fields: {
    label: 'Tunnus',
    text: 'Teksti',
    points: 'Pisteet',
    exerciseId: 'Tehtävä',
    scope: 'Näytetään',
  },
  about: {
    label: 'Tällä arvioijat löytävät sen, ja sen tekstien sanoilla.',
    points: 'Mitä se ehdottaa. Lisääminen ei muuta pisteitä.',
    exerciseId: 'Sitä tarjotaan vain siellä.',
  },
  everyExercise: 'jokaisessa tehtävässä',
  scopes: { course: 'kaikille, jotka arvioivat tällä kurssilla', personal: 'vain sinulle' },
  tooMany: 'Kommentteja on niin monta kuin voi olla: kurssilla 2 000, henkilöllä 500. Poista ensin jokin käytöstä.',
  retire: 'Poista käytöstä',
  retirement: {
    title: (label) => `Poistetaanko ${label} käytöstä?`,
    final: (uses) =>
      `Sitä ei enää tarjota. Lisätyt tekstit pysyvät: ${uses === 1 ? 'sitä on käytetty kerran' : `sitä on käytetty ${uses} kertaa`}. Tätä ei voi perua.`,
    notNow: 'Pidä se',
  },
  done: {
    saved: 'Kommentti on muutettu. Aiemmin lisätyt tekstit pysyvät.',
    created: 'Kommentin voi nyt lisätä.',
    retired: 'Kommentti on poistettu käytöstä. Lisätyt tekstit pysyvät.',
    changed: 'Mitään ei tehty: kommenttia muutettiin tai se poistettiin käytöstä sillä välin.',
  },
  templates: {
    title: 'Pohjat',
    lead: 'Uusi palaute alkaa kielensä tekstillä. {{studentName}} muuttuu palauttaneiden nimiksi, {{exerciseName}} tehtävän nimeksi, {{points}} ja {{maxPoints}} lopullisiksi pisteiksi. Aloitettu palaute pitää tekstinsä.',
    none: 'Uusi palaute alkaa tyhjänä.',
    unknownPlaceholder:
      'Tämä ei sovi. Kaksinkertaisissa aaltosulkeissa voi olla vain {{studentName}}, {{exerciseName}}, {{points}} ja {{maxPoints}}, kurssin kielillä.',
  },
}
