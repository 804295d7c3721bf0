import type { overview as english } from './overview-en.ts'

const works = (count: number): string => (count === 1 ? '1 palautus' : `${count} palautusta`)

export const overview: typeof english = {
  start: {
    title: 'Aloitus',
    done: 'tehty',
    next: 'Seuraavaksi',
    people: 'Ihmiset ja tehtävät',
    peopleAre: (students) => `A+:ssa on ${students === 1 ? '1 opiskelija' : `${students} opiskelijaa`}.`,
    refresh: 'Päivitä A+:sta',
    byHand: 'Käsin arvioitavat tehtävät',
    aboutByHand: 'Valittujen tehtävien palautukset odottavat täällä arvioijia.',
    settings: 'Tehtävän asetukset',
    aboutSettings:
      'Mikä arviointiohje, kuka ottaa mitä, milloin opiskelijat lukevat sen. Ilman niitä arvioijat antavat vain pisteitä.',
    graders: 'Arvioijat',
    aboutGraders: 'Ketkä ottavat palautuksia. Opettajat saavat aina.',
    listed: 'Näytä kurssi opiskelijoille',
    aboutListed:
      'Siihen asti kurssi ei ole opiskelijoidensa luettelossa. A+:n valikosta ja Oma palaute -sivulta he löytävät silti sen, mitä on julkaistu.',
  },
  listed: {
    title: 'Mitä opiskelijat näkevät',
    lead: 'Kurssi ei ole opiskelijoidensa luettelossa. A+:n valikosta ja Oma palaute -sivulta he löytävät silti sen, mitä on julkaistu.',
    button: 'Näytä kurssi',
    hide: 'Piilota kurssi',
    isShown:
      'Kurssi on opiskelijoidensa luettelossa. Piilotettuna se ei ole, mutta A+:n valikosta ja Oma palaute -sivulta he löytävät silti sen, mitä on julkaistu.',
  },
  waits: {
    title: 'Odottaa sinua',
    stuck: (count, language) => `${works(count)} kielellä ${language}, jota kukaan luetelluista arvioijista ei lue.`,
    byTags: (count) =>
      `${works(count)} opiskelijoilta, joiden tunnisteita ei ole kenelläkään luetelluista arvioijista.`,
    due: (waiting, day) => `Määräaika on ${day}, ja ${works(waiting)} odottaa.`,
    more: (count) => `Sama koskee vielä ${count === 1 ? 'yhtä tehtävää' : `${count} tehtävää`}.`,
  },
  exercise: {
    rubric: 'Arviointiohje',
    pointsOnly: 'vain pisteet',
    settingsOf: (exercise) => `Miten se arvioidaan: ${exercise}`,
    atOnce: 'lähetetään heti',
    files: 'Tiedostot',
    comma: 'desimaalipiste',
    semicolon: 'desimaalipilkku',
    works: 'Palautukset ZIP-muodossa',
  },
  graders: {
    title: 'Arvioijat',
    mayGrade: 'Saa arvioida',
    of: (count, waiting) => `${count}/${waiting}`,
    notListed: 'ei luettelossa',
    holds: 'Varannut',
    left: 'Jättänyt',
    mean: 'Keskiarvo',
    spread: 'Hajonta',
    lastSaved: 'Viimeisin tallennus',
    which: 'Tehtävä',
    all: 'Kaikki tehtävät',
    none: 'Ketään ei ole luettelossa, eikä kukaan ole vielä arvioinut.',
  },
}
