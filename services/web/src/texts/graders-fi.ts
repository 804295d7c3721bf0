import type { graders as en, gradersFile as enFile } from './graders-en.ts'

const graderCount = (count: number): string => (count === 1 ? '1 arvioija' : `${count} arvioijaa`)

export const graders: typeof en = {
  title: 'Arvioijat',
  lead: 'Kukin saa omilla kielillään tehtyjä töitä opiskelijoilta, joilla on hänen tunnisteensa. Työ, jota kukaan tässä ei saa arvioida, odottaa opettajia. Mikään ei muutu ennen kuin tallennat.',
  none: 'Ketään ei ole vielä luettelossa: vain opettajat arvioivat.',
  user: (id) => `Käyttäjä ${id}`,
  change: 'Muuta',
  remove: 'Poista',
  add: 'Lisää arvioija',
  done: 'Sulje',
  byFile: 'Korvaa kaikki CSV-tiedostolla',
  asFile: 'Tiedostona',
  newOne: 'Uusi arvioija',
  staffChoice: 'Valitse joku kurssin henkilökunnasta',
  removed: 'ei ole arvioijien joukossa',
  worksOf: (tags) => `töitä: ${tags}`,
  feedbackTo: (tags) => `palautetta: ${tags}`,
  mayGrade: (some, all) => `saa arvioida ${some}/${all}`,
  fields: {
    staff: 'Joku henkilökunnasta',
    person: 'Tai käyttäjänumero tai sähköpostiosoite',
    languages: 'Kielet',
    gradingTags: 'Kenen töitä arvioi, tunnisteittain',
    feedbackTags: 'Kenelle antaa palautetta, tunnisteittain',
  },
  about: {
    person: 'Jonkun kurssin henkilökuntaan A+:ssa kuuluvan, jonka nimeä ei ole luettelossa.',
    languages: 'Muunkieliset työt menevät muille arvioijille.',
    gradingTags: 'Tunnisteet, joita opiskelijoilla on A+:ssa.',
    feedbackTags: 'Kurssista, arvioitujen töiden palautteen lisäksi.',
  },
  which: {
    all: 'kaikki opiskelijat',
    none: 'ei yksikään opiskelija',
    some: 'opiskelijat, joilla on jokin valituista tunnisteista',
  },
  persons: {
    required: 'Valitse henkilö tai kirjoita numero tai osoite.',
    noPerson: 'Kirjoita tähän käyttäjänumero tai sähköpostiosoite.',
    unknownAddress: 'Kenelläkään tämän kurssin henkilökunnasta ei ole tätä osoitetta A+:ssa.',
    sharedAddress: 'Usealla henkilöllä on tämä osoite A+:ssa: kirjoita sen sijaan käyttäjänumero.',
  },
}

export const gradersFile: typeof enFile = {
  title: 'Arvioijat CSV-tiedostosta',
  lead: 'Tiedosto korvaa kaikki arvioijat. Se tarkistetaan ensin, ja näytetään, mitä se muuttaisi: mitään ei kirjoiteta ennen kuin pyydät.',
  fields: { file: 'CSV-tiedosto', csv: 'Tai tiedoston teksti' },
  about:
    'Ensimmäinen rivi: email;languages;feedbackTags;gradingTags. Solun arvot erotetaan pilkuilla, tyhjä solu tarkoittaa kaikkia, (none) ei ketään. Nykyisten arvioijien tiedosto näyttää miten.',
  check: 'Tarkista tiedosto',
  replace: (count) => `Korvaa: ${graderCount(count)}`,
  empty: (count) => `Ota pois kaikki: ${graderCount(count)}`,
  emptyWhy: 'Tässä tiedostossa ei ole arvioijia. Silloin vain opettajat arvioivat.',
  planned: 'Mitä tiedosto muuttaa',
  kinds: {
    added: (count) => `Lisätään: ${count}`,
    changed: (count) => `Muutetaan: ${count}`,
    removed: (count) => `Poistetaan: ${count}`,
  },
  noChange: 'Ei mitään: arvioijat ovat jo tiedoston mukaiset.',
  from: (before, after) => `${after} (tähän asti ${before})`,
  row: (number) => `Rivi ${number}`,
  byColumn: {
    email: 'Ei yksi osoite tai käyttäjänumero, tai osoite on usealla: anna käyttäjänumero.',
    languages: 'Jokin tässä ei ole kurssin kieli.',
    feedbackTags: 'Jokin tässä ei ole kurssin tunniste.',
    gradingTags: 'Jokin tässä ei ole kurssin tunniste.',
  },
  ofRow: 'Rivillä ei ole neljää puolipisteillä erotettua solua, tai sen lainausmerkit eivät täsmää.',
  header: 'Ensimmäisen rivin on oltava email;languages;feedbackTags;gradingTags.',
  tooMany: 'Tiedostossa on yli 200 arvioijaa.',
  notCsv: 'Tämä ei ole tekstitiedosto, jossa solut on erotettu puolipisteillä.',
  notUtf8:
    'Tiedosto ei ole UTF-8-muodossa. Tallenna se uudelleen muodossa ”CSV UTF-8” (Excel) tai ”Teksti (CSV)” merkistönä UTF-8 (LibreOffice).',
}
