import type { work as english } from './work-en.ts'

export const work: typeof english = {
  title: 'Arbete',
  loading: 'Arbetet hämtas från A+.',
  away: 'Arbetet kan inte hämtas från A+ just nu. Du kan skriva bedömning och återkoppling under tiden.',
  tryAgain: 'Försök igen',
  nothing: 'Inlämningen har inget som kan visas här.',
  files: 'Filer',
  answers: 'Svar',
  notListed: (count) =>
    count === 1
      ? 'En fil till visas inte i listan: de är för många.'
      : `${count} filer till visas inte i listan: de är för många.`,
  excluded: (count) =>
    count === 1 ? 'Kursens inställningar utelämnar en fil.' : `Kursens inställningar utelämnar ${count} filer.`,
  download: 'Ladda ner',
  downloadOf: (path) => `Ladda ner ${path}`,
  unseen: (code) => `Ett osynligt tecken: ${code}`,
  changed: (lines) => (lines === 1 ? '1 ändrad rad' : `${lines} ändrade rader`),
  differs: 'avviker från mallen',
  sameLines: (first, last) => `Raderna ${first}–${last}, som i mallen`,
  asTemplate: 'som i mallen',
  cut: (lines) =>
    lines === 0
      ? 'Visas inte: sidan är redan full.'
      : `Här visas de första ${lines} raderna; resten får du genom att ladda ner filen.`,
  cutText: (lines) => `Här visas de första ${lines} raderna.`,
  empty: 'Tom.',
  notebook: {
    kinds: { markdown: 'Markdowncell', code: 'Kodcell', raw: 'Råcell' },
    output: 'Utdata',
    image: 'Bild',
    notDrawn: (kinds) => `Visas inte: ${kinds}`,
    moreCells: (count) =>
      count === 1 ? 'En cell till visas inte: de är för många.' : `${count} celler till visas inte: de är för många.`,
    moreImages: (count) =>
      count === 1
        ? 'En bild till visas inte: bilderna är för många eller den är för stor.'
        : `${count} bilder till visas inte: de är för många eller för stora.`,
    moreOutputs: 'Alla rader av utdata visas inte: de är för många.',
  },
  noImage: 'Bilden kan inte visas: den är inte PNG, JPEG, GIF eller WebP, är för stor eller kom inte fram.',
  omitted: {
    too_large: 'För stor för att visas här.',
    binary: 'Ingen textfil: ladda ner filen för att se den.',
    unavailable: 'A+ gav inte den här filen.',
    not_text: 'Ingen text i en känd teckenkodning: ladda ner filen för att se den.',
  },
}
