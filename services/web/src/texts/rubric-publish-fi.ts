import type { rubricMove as englishMove, rubricPublish as english } from './rubric-publish-en.ts'

export const rubricPublish: typeof english = {
  title: 'Julkaise',
  first: 'Sitä ei ole julkaistu aiemmin: tästä tulee versio 1, jota tehtävät voivat käyttää.',
  changes: 'Mitä julkaisu muuttaa',
  publishVersion: (version) => `Julkaise versio ${version}`,
  publishWording: 'Julkaise uusi sanamuoto',
  wordingReaches: (begun, completed) =>
    `Uudet sanat näkyvät heti ${begun} keskeneräisen työn arvioijille. ${completed} valmista työtä pitää valmistumisensa sanat.`,
  structureStays: (begun, completed) =>
    `${begun} keskeneräistä ja ${completed} valmista työtä jää versioonsa, kunnes siirrät ne; ensin näytetään, mikä muuttuisi.`,
  nothing: 'Luonnos on sama kuin uusin versio, joten julkaistavaa ei ole.',
  back: 'Takaisin kirjoittamaan',
  stands: (version) => `Julkaistu: ${version}.`,
  chooseFor: (exercise) => `Käytä tehtävässä ${exercise}`,
  move: 'Siirrä työt',
  older: (count) => (count === 1 ? 'Yksi työ on aiemmassa versiossa.' : `${count} työtä on aiemmissa versioissa.`),
  backToWork: 'Takaisin työhön',
  done: 'Arviointiohjeeseen',
  notices: {
    published: 'Se on julkaistu, ja sitä voi nyt käyttää.',
    changed: 'Mitään ei tehty: joku muutti tätä sillä välin. Katso uudelleen.',
    used: 'Tehtävä käyttää sitä töihin, jotka otetaan arvioitaviksi tästä lähtien.',
  },
}

export const rubricMove: typeof englishMove = {
  title: 'Siirrä työt uusimpaan versioon',
  lead: (version) =>
    `Aiemmalla versiolla arvioidut työt suunnitellaan uudelleen versiolla ${version}. Mikään ei muutu, ennen kuin olet nähnyt suunnitelman.`,
  which: 'Minkä tehtävän työt:',
  everyExercise: 'kaikkien tehtävien, jotka käyttävät tätä arviointiohjetta',
  begun: (count) => `keskeneräiset työt (${count} aiemmissa versioissa)`,
  completed: (count) => `valmiit työt (${count} aiemmissa versioissa)`,
  plan: 'Näytä, mikä tämän vuoksi muuttuisi',
  faults: {
    none: 'Valitse keskeneräiset työt, valmiit työt tai molemmat.',
    tooMany: 'Suunnitelmassa voi olla enintään 5 000 työtä. Valitse yksi tehtävä tai vähemmän töitä.',
  },
  move: (count) => (count === 1 ? 'Siirrä 1 työ' : `Siirrä ${count} työtä`),
  moved: (count) =>
    count === 1 ? 'Yksi työ siirrettiin. Mitään ei lähetetty.' : `${count} työtä siirrettiin. Mitään ei lähetetty.`,
  stale:
    'Mitään ei siirretty: jokin työ on muuttunut suunnitelman jälkeen, tai suunnitelma on jo ajettu tai liian vanha. Suunnittele uudelleen.',
  planAgain: 'Suunnittele uudelleen',
  totals: {
    works: (begun, completed, version) =>
      `${begun} keskeneräistä ja ${completed} valmista työtä siirtyy versioon ${version}.`,
    replaced: (count) =>
      `Tuloksia, jotka saavat toiset pisteet tai toisen enimmäismäärän ja odottavat julkaisua: ${count}.`,
    shown: (count) => `A+ näyttää toiset pisteet ${count} työstä, kun julkaiset ne.`,
    delivered: (count) => `Töitä, joiden nykyinen arvosana on perillä A+:ssa: ${count}.`,
    dropped: (count) => `Töitä, jotka menettävät arvioita, joita uudessa versiossa ei ole: ${count}.`,
    reopened: (count) =>
      `Valmiita töitä, joista silloin puuttuu jotain ja jotka on tehtävä uudelleen valmiiksi: ${count}.`,
    blocked: (count) => `Töitä, jotka jätetään ennalleen, koska niiden arvosanaa lähetetään: ${count}.`,
  },
  works: 'Työt sen mukaan, mitä niille tapahtuu',
  all: 'kaikki työt, jotka suunnitelmassa on',
  effects: {
    result: 'saa toisen tuloksen kuin nyt',
    reopened: 'palaa keskeneräiseksi, kunnes se tehdään valmiiksi',
    version: 'pitää tuloksensa uudessa versiossa',
    scores: 'kesken, ja sen arviot siirtyvät mukana',
  },
  columns: {
    exercise: 'Tehtävä',
    effect: 'Mitä tälle työlle silloin tapahtuu',
    before: 'Pisteet nyt',
    after: 'Pisteet sitten',
    dropped: 'Menetetty',
  },
  dropped: (count) => (count === 1 ? '1 arvio' : `${count} arviota`),
}
