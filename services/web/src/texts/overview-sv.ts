import type { overview as english } from './overview-en.ts'

const works = (count: number): string => (count === 1 ? '1 inlämning' : `${count} inlämningar`)

export const overview: typeof english = {
  start: {
    title: 'Kom igång',
    done: 'gjort',
    next: 'Nästa',
    people: 'Personer och uppgifter',
    peopleAre: (students) => `I A+ finns ${students === 1 ? '1 studerande' : `${students} studerande`}.`,
    refresh: 'Uppdatera från A+',
    byHand: 'Uppgifter som bedöms för hand',
    aboutByHand: 'Inlämningar till de valda uppgifterna väntar här på bedömare.',
    settings: 'Inställningar för en uppgift',
    aboutSettings:
      'Vilken bedömningsmatris, vem som tar vad, när studerande läser det. Utan dem ger bedömarna endast poäng.',
    graders: 'Bedömare',
    aboutGraders: 'Vilka som tar inlämningar. Lärare får det alltid.',
    listed: 'Visa kursen för dess studerande',
    aboutListed:
      'Innan dess finns kursen inte i sina studerandes lista. Via menyn i A+ och Min återkoppling kommer de ändå åt det som har publicerats.',
  },
  listed: {
    title: 'Vad studerande ser',
    lead: 'Kursen finns inte i sina studerandes lista. Via menyn i A+ och Min återkoppling kommer de ändå åt det som har publicerats.',
    button: 'Visa kursen',
    hide: 'Dölj kursen',
    isShown:
      'Kursen finns i sina studerandes lista. Dold finns den inte där, men via menyn i A+ och Min återkoppling kommer de ändå åt det som har publicerats.',
  },
  waits: {
    title: 'Väntar på dig',
    stuck: (count, language) => `${works(count)} på ${language}, som ingen uppräknad bedömare läser.`,
    byTags: (count) => `${works(count)} av studerande vilkas taggar ingen uppräknad bedömare har.`,
    due: (waiting, day) => `Tidsfristen är ${day}, och ${works(waiting)} väntar.`,
    more: (count) => `Detsamma gäller ytterligare ${count === 1 ? 'en uppgift' : `${count} uppgifter`}.`,
  },
  exercise: {
    rubric: 'Bedömningsmatris',
    pointsOnly: 'endast poäng',
    settingsOf: (exercise) => `Hur den bedöms: ${exercise}`,
    atOnce: 'skickas genast',
    files: 'Filer',
    comma: 'decimalpunkt',
    semicolon: 'decimalkomma',
    works: 'Inlämningar som ZIP',
  },
  graders: {
    title: 'Bedömare',
    mayGrade: 'Får bedöma',
    of: (count, waiting) => `${count} av ${waiting}`,
    notListed: 'inte i listan',
    holds: 'Reserverat',
    left: 'Övergivet',
    mean: 'Medelvärde',
    spread: 'Spridning',
    lastSaved: 'Senaste sparning',
    which: 'Uppgift',
    all: 'Alla uppgifter',
    none: 'Ingen är uppräknad, och ingen har bedömt ännu.',
  },
}
