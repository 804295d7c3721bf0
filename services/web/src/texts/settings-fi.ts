import type { settings as en } from './settings-en.ts'

export const settings: typeof en = {
  byField: {
    name: 'Millä nimellä kurssi on täällä',
    slug: 'Osoite täällä',
    languages: 'Kurssin kielet',
    highlightLanguages: 'Syntaksin värittimet',
    courseConfigUrl: 'Kurssimäärittelyn osoite',
    templates: 'Pohjatiedostot',
    listed: 'Löytävätkö opiskelijat kurssin',
    visibleTagSlugs: 'Mitkä tunnisteet opiskelijat näkevät täällä',
    graders: 'Arvioijat',
    manualGradingExercises: 'Käsin arvioitavat tehtävät',
  },
  exercise: (id) => `Tehtävä ${id}`,
  grader: (userId) => `Arvioijat, käyttäjä ${userId}`,
  anotherCourse: 'A+:ssa ei ole tällaista tehtävää tällä kurssilla, tai toinen kurssi arvioi sen käsin.',
  exercises: {
    title: 'Käsin arvioitavat tehtävät',
    lead: 'Valittujen tehtävien palautukset odottavat täällä arvioijia. Pois otettu tehtävä pitää tuloksensa ja asetuksensa, eikä sitä enää anneta arvioijille.',
    asOf: (time) => `A+:n tehtävät, tilanne ${time}.`,
    lacking: 'Näitä tehtäviä ei nyt ole A+:ssa',
    none: 'A+:ssa ei ole vielä tehtäviä tällä kurssilla.',
    countOf: (chosen, all) => `${chosen}/${all}`,
    points: (max) => `${max} pistettä`,
    settingsOf: (exercise) => `Asetukset: ${exercise}`,
  },
}
