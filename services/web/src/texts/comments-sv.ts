import type { comments as en } from './comments-en.ts'

export const comments: typeof en = {
  title: 'Kommentarer',
  none: 'Här finns inga kommentarer att infoga ännu.',
  find: 'Sök',
  all: 'Alla kommentarer',
  create: 'Ny kommentar',
  change: 'Ändra en kommentar',
  lead: 'Bedömare infogar den i återkoppling, kommentarer och radkommentarer. Där den har infogats blir texten som den var.',
  retiredMeanwhile:
    'Det här kan inte längre ändras: någon har tagit det ur bruk under tiden. Kopiera det du behöver av din text.',
  columns: {
    label: 'Kommentar',
    text: 'Texten',
    points: 'Poäng',
    exercise: 'Uppgift',
    uses: 'Användningar',
    lastUsed: 'Senast använd',
  },
  onlyMe: 'bara du',
  fields: {
    label: 'Benämning',
    text: 'Texten',
    points: 'Poäng',
    exerciseId: 'Uppgift',
    scope: 'Visas för',
  },
  about: {
    label: 'Med det hittar bedömare den, och med orden i dess texter.',
    points: 'Vad den föreslår. Att infoga den ändrar inga poäng.',
    exerciseId: 'Den erbjuds bara där.',
  },
  everyExercise: 'i varje uppgift',
  scopes: { course: 'alla som bedömer i den här kursen', personal: 'du ensam' },
  tooMany:
    'Det finns så många kommentarer som det kan finnas: 2 000 i en kurs, 500 för en person. Ta först någon ur bruk.',
  retire: 'Ta ur bruk',
  retirement: {
    title: (label) => `Ta ${label} ur bruk?`,
    final: (uses) =>
      `Den erbjuds inte längre. Det som har infogats behåller sin text: ${uses === 1 ? 'den har använts en gång' : `den har använts ${uses} gånger`}. Det här går inte att ångra.`,
    notNow: 'Behåll den',
  },
  done: {
    saved: 'Kommentaren är ändrad. Det som infogats tidigare behåller sin text.',
    created: 'Kommentaren kan infogas nu.',
    retired: 'Kommentaren är tagen ur bruk. Det som har infogats behåller sin text.',
    changed: 'Ingenting gjordes: kommentaren har ändrats eller tagits ur bruk under tiden.',
  },
  templates: {
    title: 'Mallar',
    lead: 'Ny återkoppling börjar med texten på sitt språk. {{studentName}} blir namnen på dem som lämnade in, {{exerciseName}} uppgiften, {{points}} och {{maxPoints}} det som ges till slut. Påbörjad återkoppling behåller sin text.',
    none: 'Ny återkoppling börjar tom.',
    unknownPlaceholder:
      'Det här passar inte. Inom dubbla klamrar står bara {{studentName}}, {{exerciseName}}, {{points}} och {{maxPoints}}, på kursens språk.',
  },
}
