import { about } from './about-sv.ts'
import { copy } from './copy-sv.ts'
import type { en } from './en.ts'
import { comments } from './comments-sv.ts'
import { exerciseSettings } from './exercise-settings-sv.ts'
import { forms } from './forms-sv.ts'
import { deliveries } from './deliveries-sv.ts'
import { differences } from './differences-sv.ts'
import { graders, gradersFile } from './graders-sv.ts'
import { launch } from './launch-sv.ts'
import { live } from './live-sv.ts'
import { overview } from './overview-sv.ts'
import { people } from './people-sv.ts'
import { preferences } from './preferences-sv.ts'
import { queue } from './queue-sv.ts'
import { release } from './release-sv.ts'
import { rubricEditor } from './rubric-editor-sv.ts'
import { rubricMove, rubricPublish } from './rubric-publish-sv.ts'
import { rubrics } from './rubrics-sv.ts'
import { settings } from './settings-sv.ts'
import { submissions } from './submissions-sv.ts'
import { upstream } from './upstream-sv.ts'
import { work } from './work-sv.ts'

export const sv: typeof en = {
  product: 'Kursbedömning',
  signIn: {
    title: 'Logga in',
    token: 'API-nyckel',
    button: 'Logga in',
    how: 'Öppna kursen i A+ och välj Kursbedömning i dess meny. Eller klistra in API-nyckeln från din profilsida i A+ här.',
    platform: 'Gå till A+',
    refused: 'A+ känner inte till den här nyckeln. Kopiera den på nytt från din profilsida.',
    empty: 'Klistra in din API-nyckel.',
  },
  launch,
  otherPerson: {
    title: 'Vem är du?',
    question: (now, next) =>
      `${now} är inloggad här, och ${next} håller på att logga in. Om ${next} loggar in loggas ${now} ut i den här webbläsaren, och text som ännu inte är sparad går förlorad.`,
    yes: (next) => `Logga in som ${next}`,
    no: (now) => `Fortsätt som ${now}`,
    ended: (next) =>
      `En annan person var tidigare inloggad här, och ${next} håller på att logga in. Om ${next} loggar in raderas det som skrevs i den här webbläsaren: text som ännu inte är sparad går förlorad.`,
    noOther: 'Logga inte in',
    erases:
      'En del av det som skrevs här är ännu inte sparat. Det här raderar det från den här webbläsaren. Vill du fortsätta?',
  },
  signOut: 'Logga ut',
  signOutErases:
    'En del av det som skrevs här är ännu inte sparat. Utloggningen raderar det från den här webbläsaren. Vill du logga ut?',
  leftText: {
    conflict: 'Din påbörjade text är inte sparad, eftersom någon har ändrat samma sak. Välj vilken som gäller:',
    lost: 'Din påbörjade text är inte sparad, eftersom inlämningen inte längre är reserverad för dig. Kopiera det du behöver:',
    unfinished: 'Din påbörjade text är inte sparad, eftersom något i den måste rättas:',
  },
  where: 'Var',
  looks: {
    language: 'Språk',
    languages: { en: 'English', fi: 'suomi', sv: 'svenska' },
    theme: 'Tema',
    zone: (zone) => `Tider: ${zone}`,
    themes: { system: 'Enligt systemet', light: 'Ljust', dark: 'Mörkt' },
  },
  courses: {
    title: 'Mina kurser',
    none: 'Du har inga kurser i A+.',
    noneListed:
      'Ingen av dina kurser finns i listan här. Öppna kursen i A+ och välj Kursbedömning i dess meny, eller se Min återkoppling.',
    elsewhere: 'Kursen som du öppnade i A+ finns inte bland dina kurser här. Be kursens lärare lägga till dig.',
    notConfigured: 'ännu inte i bruk',
    roles: { teacher: 'lärare', assistant: 'assistent', grader: 'bedömare', student: 'studerande' },
  },
  course: {
    title: 'Kurs',
    places: {
      overview: 'Översikt',
      submissions: 'Inlämningar',
      rubrics: 'Bedömningsmatriser',
      comments: 'Kommentarer',
      students: 'Studerande',
      deliveries: 'Leveranser',
      settings: 'Inställningar',
    },
    gradedByHand: 'Bedöms för hand',
    notGrader:
      'Du är assistent på kursen, men finns inte bland bedömarna i dess inställningar. En lärare på kursen kan lägga till dig.',
    nothingByHand: 'Ingen uppgift på den här kursen bedöms för hand ännu.',
    myWork: 'Mina arbeten',
    moreWork: 'Det finns fler än de som visas här.',
    students: (count) => `${count} studerande`,
    asOf: (time) => `läget ${time}`,
    exercise: (id) => `Uppgift ${id}`,
    submission: (id) => `Inlämning ${id}`,
    drafts: {
      held: (until) => `reserverad till ${until}`,
      lapsed: 'reservationen har gått ut, utkastet finns kvar',
      claim: 'Reservation',
      goOn: 'Fortsätt',
      takeUpAgain: 'Börja bedöma igen',
    },
  },
  setUp: {
    notSetUp: 'Den här kursen har ännu inte tagits i bruk för bedömning.',
    forTeachers:
      'Som kursens lärare kan du ta den i bruk. Sedan väljer du vilka uppgifter som bedöms för hand, och vem som bedömer.',
    forOthers: 'En lärare på kursen kan ta den i bruk här.',
    button: 'Ta kursen i bruk',
    slugTaken:
      'En annan kurs har det kortnamn som den här kursen skulle få. Be tjänstens administratör ta kursen i bruk med ett annat namn.',
  },
  queue,
  deliveries,
  differences,
  grading: {
    who: 'Inlämning',
    handedIn: (time) => `inlämnad ${time}`,
    attempt: (count) => `försök ${count}`,
    progress: (graded, waiting) => `bedömda ${graded}, väntar ${waiting}`,
    clear: 'Ta bort valet',
    noneApplies: 'Inget av dessa stämmer',
    gone: 'A+ har inte längre den här inlämningen: ett vitsord skulle inte skickas.',
    readOnly: {
      completed: 'Skrivskyddad: bedömningen är klar.',
      heldBy: (holder) => `Skrivskyddad: inlämningen är reserverad av ${holder}.`,
      waiting: 'Skrivskyddad: ingen har reserverat inlämningen.',
    },
    take: { reopen: 'Öppna på nytt', takeOver: 'Ta över', takeUp: 'Börja bedöma', why: 'Motivering' },
    goTo: 'Gå till',
    rubric: 'Bedömningsmatris',
    comment: 'Kommentar',
    points: 'Poäng',
    range: (min, max) => `${min}–${max}`,
    notJudged: 'Inte bedömt',
    aside: 'Poängjustering och personalens anteckning',
    adjustment: 'Poängjustering',
    reason: 'Motivering',
    privateNote: 'Personalens anteckning',
    feedback: 'Återkoppling',
    annotation: (where, first, last) =>
      first === last ? `Radkommentar: ${where}, rad ${first}` : `Radkommentar: ${where}, raderna ${first}–${last}`,
    placeholders: 'Fylls i när bedömningen blir klar, värden just nu:',
    kind: 'Typ',
    staffOnly: 'endast för personalen',
    remove: 'Ta bort den här radkommentaren',
    total: 'Totalt',
    inPlatform: (points, max) => `i A+ ${points} av ${max}`,
    note: 'Orsak till uppskov',
    mine: 'Min version:',
    theirs: 'Det som gäller nu:',
    buttons: {
      save: 'Spara',
      complete: 'Klar och nästa',
      completeAndSend: 'Klar, skicka och nästa',
      completeAlone: 'Klar',
      completeAloneAndSend: 'Klar och skicka',
      postpone: 'Skjut upp',
      handBack: 'Lämna tillbaka till kön',
    },
    refusals: {
      merge_conflict:
        'Någon ändrade samma del under tiden. Inget av ditt har gått förlorat: spara igen om ditt ska gälla.',
      revision_conflict: 'Det här ändrades under tiden. Titta på det och gör det på nytt.',
      claim_lost: 'Någon annan har nu den här inlämningen. Kopiera det du behöver av din text.',
      not_in_state: 'Bedömningen kan inte längre ändras: den är klar eller har lämnats tillbaka till kön.',
      incomplete: 'Något saknas innan bedömningen kan bli klar. Det du skrev är sparat.',
      validation_failed: 'Något stämmer inte. Det du skrev finns nedan.',
      delivery_pending: 'Vitsordet skickas just nu till A+. Försök igen om en stund.',
      delivery_ambiguous: 'Det är oklart om vitsordet kom fram till A+. En lärare på kursen beslutar om det först.',
      already_claimed: 'Någon annan har redan den inlämningen.',
      claim_limit:
        'Du har reserverat så många inlämningar som du får. Bedöm en av dem färdigt eller lämna tillbaka den först.',
      forbidden: 'Du får inte göra det här.',
    },
    ambiguousForTeachers:
      'Det är oklart om vitsordet kom fram till A+. Som lärare på kursen beslutar du om det först: se efter vad som står i A+ och besluta under Leveranser.',
    saved: 'Sparat',
    kept: 'Inget har gått förlorat: texten finns här, så att du kan kopiera den eller skicka den på nytt.',
    sendAgain: 'Skicka på nytt',
    back: 'Öppna sidan på nytt i en annan flik',
    notSent: 'Det här kunde inte skickas nu. Det du skrev finns nedan: försök igen om en stund.',
    sessionEnded: 'Din session har avslutats. Logga in på nytt.',
    otherPerson: 'En annan person har loggat in i den här webbläsaren sedan sidan öppnades. Inget skickades.',
    gaps: {
      score_required: 'ännu inte bedömt',
      required: 'behövs',
      comment_required: 'en kommentar behövs',
      too_few_checks: 'för få är valda',
      too_many_checks: 'för många är valda',
      too_many_times: 'en är vald för många gånger',
      out_of_range: 'poängen är utanför gränserna',
      off_step: 'poängen är mellan två steg',
      too_long: 'för lång',
      invalid_value: 'värdet går inte att använda',
      invalid_format: 'värdet går inte att använda',
    },
    otherGap: 'något stämmer inte',
  },
  snippets: {
    insert: 'Infoga färdig kommentar',
    title: 'Färdiga kommentarer',
    search: 'Sök kommentarer',
    found: (count) => (count === 1 ? '1 kommentar.' : `${count} kommentarer.`),
    none: 'Ingen kommentar har de här orden.',
    more: 'Det finns fler: skriv för att hitta dem.',
    close: 'Stäng',
  },
  about,
  comments,
  copy,
  exerciseSettings,
  forms,
  graders,
  gradersFile,
  live,
  overview,
  preferences,
  work,
  release,
  people,
  rubrics,
  settings,
  submissions,
  rubricEditor,
  rubricPublish,
  rubricMove,
  upstream,
  feedback: {
    title: 'Min återkoppling',
    none: 'Inget har publicerats för dig ännu.',
    unread: 'ny',
    general: 'Om ditt arbete på kursen',
    ofPoints: (max) => `av ${max} poäng`,
    outOf: (points, max) => `${points} av ${max}`,
    published: (time) => `publicerad ${time}`,
    about: 'Återkoppling',
    points: 'Poäng',
    inPlatform: (points, max) => `i A+ ${points} av ${max}, före eventuellt avdrag för försening`,
    total: 'Totalt',
    parts: {
      starting: 'Utgångspoäng',
      criterion: 'Kriterium',
      hidden: 'Kriterier som inte visas',
      automatic: 'Automatiska kontroller',
      adjustment: 'Poängjustering',
      rounding: 'Avrundning',
      limit: 'Gräns',
    },
    remarks: (count) => (count === 1 ? '1 kommentar' : `${count} kommentarer`),
    kinds: { praise: 'Bra gjort', issue: 'Att rätta', question: 'Fråga', note: 'Anmärkning' },
    lines: (first, last) => (first === last ? `rad ${first}` : `raderna ${first}–${last}`),
    showFiles: 'Visa filerna',
  },
  pages: 'Sidor',
  nextPage: 'Nästa 50',
  problems: {
    title: 'Det här lyckades inte',
    back: 'Tillbaka till mina kurser',
    requestId: (id) => `Begäran ${id}`,
    byCode: {
      not_found: 'Sidan finns inte, eller så får du inte se den.',
      forbidden: 'Du får inte göra det här, eller så skickades formuläret från en annan webbplats.',
      overloaded: 'Tjänsten är upptagen eller ur funktion för ett ögonblick. Försök igen.',
      upstream_unavailable: 'A+ svarar inte. Försök igen om en stund.',
      payload_too_large: 'Det som skickades är större än vad den här sidan tar emot. Ingenting sparades.',
    },
    tooMany: (minutes) =>
      `För många försök. Vänta ${minutes === 1 ? 'en minut' : `${minutes} minuter`} och försök igen.`,
    other: 'Något gick fel. Om du inte ser ändringen har inget ändrats.',
  },
}
