import type { settings as en } from './settings-en.ts'

export const settings: typeof en = {
  byField: {
    name: 'Vad kursen heter här',
    slug: 'Adress här',
    languages: 'Kursens språk',
    highlightLanguages: 'Syntaxfärgning',
    courseConfigUrl: 'Kurskonfigurationens adress',
    templates: 'Mallfiler',
    listed: 'Om de studerande hittar kursen',
    visibleTagSlugs: 'Vilka taggar de studerande ser här',
    graders: 'Bedömare',
    manualGradingExercises: 'Uppgifter som bedöms för hand',
  },
  exercise: (id) => `Uppgift ${id}`,
  grader: (userId) => `Bedömare, användare ${userId}`,
  anotherCourse: 'A+ har ingen sådan uppgift i den här kursen, eller en annan kurs bedömer den för hand.',
  exercises: {
    title: 'Uppgifter som bedöms för hand',
    lead: 'Inlämningar till de valda uppgifterna väntar här på bedömare. Det som tas bort behåller sina resultat och inställningar, och inget av det ges längre till bedömare.',
    asOf: (time) => `A+:s uppgifter, läget ${time}.`,
    lacking: 'De här uppgifterna finns inte i A+ nu',
    none: 'A+ har inga uppgifter i den här kursen ännu.',
    countOf: (chosen, all) => `${chosen} av ${all}`,
    points: (max) => `${max} poäng`,
    settingsOf: (exercise) => `Inställningar: ${exercise}`,
  },
}
