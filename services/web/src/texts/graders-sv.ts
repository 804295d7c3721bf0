import type { graders as en, gradersFile as enFile } from './graders-en.ts'

const graderCount = (count: number): string => (count === 1 ? '1 bedömare' : `${count} bedömare`)

export const graders: typeof en = {
  title: 'Bedömare',
  lead: 'Var och en får arbeten på sina språk, av studerande med sina taggar. Arbeten som ingen här får bedöma väntar på lärare. Inget ändras innan du sparar.',
  none: 'Ingen finns i listan ännu: bara lärare bedömer.',
  user: (id) => `Användare ${id}`,
  change: 'Ändra',
  remove: 'Ta bort den',
  add: 'Lägg till en bedömare',
  done: 'Stäng',
  byFile: 'Ersätt alla med en CSV-fil',
  asFile: 'Som fil',
  newOne: 'En ny bedömare',
  staffChoice: 'Välj någon ur kursens personal',
  removed: 'hör inte till bedömarna',
  worksOf: (tags) => `arbeten av ${tags}`,
  feedbackTo: (tags) => `återkoppling till ${tags}`,
  mayGrade: (some, all) => `får bedöma ${some} av ${all}`,
  fields: {
    staff: 'Någon ur personalen',
    person: 'Eller ett användarnummer eller en e-postadress',
    languages: 'Språk',
    gradingTags: 'Vems arbeten de bedömer, enligt taggar',
    feedbackTags: 'Vem de ger återkoppling, enligt taggar',
  },
  about: {
    person: 'Av någon i kursens personal i A+ vars namn inte finns i listan.',
    languages: 'Arbeten på andra språk går till andra bedömare.',
    gradingTags: 'Taggarna som de studerande har i A+.',
    feedbackTags: 'Om kursen, utöver återkopplingen på bedömda arbeten.',
  },
  which: { all: 'alla studerande', none: 'ingen studerande', some: 'studerande med någon av de valda taggarna' },
  persons: {
    required: 'Välj en person, eller skriv ett nummer eller en adress.',
    noPerson: 'Skriv ett användarnummer eller en e-postadress här.',
    unknownAddress: 'Ingen i den här kursens personal har den här adressen i A+.',
    sharedAddress: 'Flera personer har den här adressen i A+: skriv användarnumret i stället.',
  },
}

export const gradersFile: typeof enFile = {
  title: 'Bedömare från en CSV-fil',
  lead: 'Filen ersätter alla bedömare. Den kontrolleras först, och vad den skulle ändra visas: inget skrivs innan du säger till.',
  fields: { file: 'CSV-fil', csv: 'Eller texten i en fil' },
  about:
    'Första raden: email;languages;feedbackTags;gradingTags. Värdena i en cell skiljs åt med kommatecken, en tom cell betyder alla, (none) betyder ingen. De nuvarande bedömarnas fil visar hur.',
  check: 'Kontrollera filen',
  replace: (count) => `Ersätt med ${graderCount(count)}`,
  empty: (count) => `Ta bort alla ${graderCount(count)}`,
  emptyWhy: 'Det finns ingen bedömare i den här filen. Då bedömer bara lärare.',
  planned: 'Vad filen ändrar',
  kinds: {
    added: (count) => `Läggs till: ${count}`,
    changed: (count) => `Ändras: ${count}`,
    removed: (count) => `Tas bort: ${count}`,
  },
  noChange: 'Inget: bedömarna är redan de som står i filen.',
  from: (before, after) => `${after} (hittills ${before})`,
  row: (number) => `Rad ${number}`,
  byColumn: {
    email: 'Inte en adress eller ett användarnummer, eller flera har adressen: ge användarnumret.',
    languages: 'Något här är inget av kursens språk.',
    feedbackTags: 'Något här är ingen av kursens taggar.',
    gradingTags: 'Något här är ingen av kursens taggar.',
  },
  ofRow: 'Raden har inte fyra celler mellan semikolon, eller så stämmer inte dess citattecken.',
  header: 'Första raden måste vara email;languages;feedbackTags;gradingTags.',
  tooMany: 'Filen har fler än 200 bedömare.',
  notCsv: 'Det här är ingen textfil med semikolon mellan cellerna.',
  notUtf8:
    'Filen är inte i UTF-8. Spara den igen som ”CSV UTF-8” (Excel) eller som ”Text CSV” med teckenuppsättningen UTF-8 (LibreOffice).',
}
