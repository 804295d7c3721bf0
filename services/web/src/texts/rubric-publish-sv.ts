import type { rubricMove as englishMove, rubricPublish as english } from './rubric-publish-en.ts'

export const rubricPublish: typeof english = {
  title: 'Publicera',
  first: 'Den har inte publicerats förut: det här blir version 1, som uppgifter kan använda.',
  changes: 'Vad publiceringen ändrar',
  publishVersion: (version) => `Publicera version ${version}`,
  publishWording: 'Publicera ny formulering',
  wordingReaches: (begun, completed) =>
    `Bedömarna av de ${begun} påbörjade arbetena ser de nya orden genast. ${completed} färdiga behåller orden från när de blev klara.`,
  structureStays: (begun, completed) =>
    `${begun} påbörjade och ${completed} färdiga arbeten står kvar på sin version tills du flyttar dem; först visas vad som skulle ändras.`,
  nothing: 'Utkastet är likadant som den senaste versionen, så det finns inget att publicera.',
  back: 'Tillbaka till skrivandet',
  stands: (version) => `Publicerad: ${version}.`,
  chooseFor: (exercise) => `Använd den för ${exercise}`,
  move: 'Flytta arbeten',
  older: (count) => (count === 1 ? 'Ett arbete har en tidigare version.' : `${count} arbeten har tidigare versioner.`),
  backToWork: 'Tillbaka till arbetet',
  done: 'Till bedömningsmatrisen',
  notices: {
    published: 'Den är publicerad och kan användas nu.',
    changed: 'Ingenting gjordes: någon ändrade det här under tiden. Titta på det igen.',
    used: 'Uppgiften använder den för arbeten som börjar bedömas från och med nu.',
  },
}

export const rubricMove: typeof englishMove = {
  title: 'Flytta arbeten till den senaste versionen',
  lead: (version) =>
    `Arbeten som bedömdes enligt en tidigare version planeras om enligt version ${version}. Ingenting ändras innan du har sett planen.`,
  which: 'Arbeten i vilken uppgift:',
  everyExercise: 'i alla uppgifter som använder den här bedömningsmatrisen',
  begun: (count) => `påbörjade arbeten (${count} på tidigare versioner)`,
  completed: (count) => `färdiga arbeten (${count} på tidigare versioner)`,
  plan: 'Visa vad som skulle ändras av det här',
  faults: {
    none: 'Välj påbörjade arbeten, färdiga arbeten eller båda delarna.',
    tooMany: 'En plan rymmer högst 5 000 arbeten. Välj en uppgift eller färre arbeten.',
  },
  move: (count) => (count === 1 ? 'Flytta 1 arbete' : `Flytta ${count} arbeten`),
  moved: (count) =>
    count === 1 ? 'Ett arbete flyttades. Ingenting skickades.' : `${count} arbeten flyttades. Ingenting skickades.`,
  stale:
    'Ingenting flyttades: ett arbete har ändrats sedan planen gjordes, eller så har planen körts eller är för gammal. Planera på nytt.',
  planAgain: 'Planera på nytt',
  totals: {
    works: (begun, completed, version) =>
      `${begun} påbörjade och ${completed} färdiga arbeten går till version ${version}.`,
    replaced: (count) => `Resultat som får andra poäng eller ett annat maximum och väntar på publicering: ${count}.`,
    shown: (count) => `A+ visar andra poäng för ${count} när du har publicerat dem.`,
    delivered: (count) => `Arbeten vars nuvarande vitsord har kommit fram till A+: ${count}.`,
    dropped: (count) => `Arbeten som förlorar bedömningar som den nya versionen inte har: ${count}.`,
    reopened: (count) => `Färdiga arbeten som då saknar något och måste göras klara på nytt: ${count}.`,
    blocked: (count) => `Arbeten som lämnas som de är, eftersom deras vitsord håller på att skickas: ${count}.`,
  },
  works: 'Arbetena efter vad som händer med dem',
  all: 'alla arbeten som finns i planen',
  effects: {
    result: 'får ett annat resultat än det har nu',
    reopened: 'blir påbörjat igen tills det görs klart',
    version: 'behåller sitt resultat i den nya versionen',
    scores: 'påbörjat, och dess bedömningar följer med',
  },
  columns: {
    exercise: 'Uppgift',
    effect: 'Vad som då händer med arbetet',
    before: 'Poäng nu',
    after: 'Poäng sedan',
    dropped: 'Förlorat',
  },
  dropped: (count) => (count === 1 ? '1 bedömning' : `${count} bedömningar`),
}
