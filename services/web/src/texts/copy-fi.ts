import type { copy as en } from './copy-en.ts'

const some =
  (one: string, many: string) =>
  (count: number): string =>
    `${count} ${count === 1 ? one : many}`

export const copy: typeof en = {
  title: 'Kopioi toiselta kurssilta',
  lead: 'Tämä ottaa toiselta kurssilta sen julkaistut arviointiohjeet, kommentit, palautepohjat ja tehtävien asetukset. Mitään täällä ei korvata, eikä se, mikä täällä jo on, tule toiseen kertaan.',
  notGraders: 'Arvioijia ei kopioida.',
  noSource: 'Et opeta muuta kurssia, joka olisi otettu käyttöön täällä.',
  choose: 'Näytä sen kurssin tehtävät',
  fields: {
    from: 'Mikä kurssi',
    pairs: 'Tehtävät, jotka kuuluvat yhteen',
    addTo: 'Tämän kurssin tehtävä, joka saa asetukset',
    addFrom: 'Toisen kurssin tehtävä, jolla ne ovat',
  },
  aboutPairs:
    'Ehdolla ovat ne, joilla on jollakin kielellä sama nimi. Valitut saavat toisen asetukset, paitsi sen aikoja. Vain yhdessä tehtävässä tarjottavat kommentit tulevat sen mukana.',
  noPairs:
    'Millään kahdella käsin arvioitavalla tehtävällä ei ole samaa nimeä. Valitse ensin käsin arvioitavat tehtävät, tai lisää pareja: ilman niitä kopioidaan vain arviointiohjeet, kommentit ja pohjat.',
  pair: (own, other) => `${own}, kuten ${other}`,
  nothingChosen: 'Valitse yksi',
  add: 'Lisää pari',
  copyFrom: (course) => `Kopioi: ${course}`,
  again: 'Kopioi uudelleen',
  goOn: {
    rest: 'Jatka: loput',
    pairs: (first, last) => `Jatka: tehtävät ${first}–${last}`,
  },
  made: 'Mitä tämä kopioi kurssille',
  nothing: 'Ei mitään.',
  leftOut: 'Mitä jätettiin pois ja mistä syystä',
  counts: {
    rubrics: some('arviointiohje', 'arviointiohjetta'),
    snippets: some('kommentti', 'kommenttia'),
    exercises: some('tehtävä', 'tehtävää'),
    settings: some('tehtävä', 'tehtävää'),
    templates: some('palautepohja', 'palautepohjaa'),
  },
  byReason: {
    rubrics: {
      copied_before: 'tällä kurssilla on siitä jo kopio.',
      isNewerThanCopy:
        'tällä kurssilla on siitä jo kopio, ja toisella kurssilla se julkaistiin sen jälkeen uudelleen. Kopio pysyy ennallaan.',
      not_published: 'ei julkaistu koskaan, joten kukaan arvioija ei ole käyttänyt sitä.',
      archived: 'arkistoitu toisella kurssilla.',
      no_language: 'jollakin otsikolla ei ole tekstiä tämän kurssin kielellä.',
      ask_again: 'ei mahtunut yhteen pyyntöön. Jatka, niin se kopioidaan.',
    },
    snippets: {
      copied_before: 'tällä kurssilla on siitä jo kopio.',
      no_language: 'ei tekstiä tämän kurssin kielellä.',
      no_exercise: 'tarjotaan vain yhdessä tehtävässä, joka ei ole valittujen joukossa.',
      ask_again: 'ei mahtunut yhteen pyyntöön. Jatka, niin ne kopioidaan.',
      too_many: 'tällä kurssilla on kommentteja niin paljon kuin kurssilla voi olla.',
    },
    exercises: {
      not_listed: 'ei arvioida käsin tällä kurssilla.',
      no_settings: 'kukaan ei ole valinnut sille asetuksia toisella kurssilla.',
      has_settings: 'sillä on täällä asetukset, jotka pysyvät.',
      rubric_left_out: 'sen asetusten arviointiohje jätettiin pois.',
    },
    settings: {
      dueAt: 'ilman arvioinnin määräaikaa, joka kuuluu lukukauteensa. Aseta se täällä.',
      releaseAt: 'ilman julkaisun aikaa, joka kuuluu lukukauteensa. Aseta se täällä.',
    },
    templates: {
      no_language: 'ei ole tämän kurssin kieli.',
      has_templates: 'tällä kurssilla on oma, joka pysyy.',
    },
  },
  otherReason: 'syystä, jota tämä sivu ei tunne.',
}
