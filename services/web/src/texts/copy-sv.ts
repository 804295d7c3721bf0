import type { copy as en } from './copy-en.ts'

const some =
  (one: string, many: string) =>
  (count: number): string =>
    `${count} ${count === 1 ? one : many}`

export const copy: typeof en = {
  title: 'Kopiera från en kurs',
  lead: 'Det här tar över från en annan kurs dess publicerade bedömningsmatriser, kommentarer, mallar för återkoppling och uppgifternas inställningar. Inget här ersätts, och det som redan finns här kommer inte två gånger.',
  notGraders: 'Bedömare kopieras inte.',
  noSource: 'Du undervisar ingen annan kurs som är i bruk här.',
  choose: 'Visa uppgifterna i den kursen',
  fields: {
    from: 'Vilken kurs',
    pairs: 'Uppgifter som hör ihop',
    addTo: 'Uppgift i den här kursen som får inställningar',
    addFrom: 'Uppgift i den andra kursen som har dem',
  },
  aboutPairs:
    'De som har samma namn på något språk föreslås. De valda får den andras inställningar, utom dess tider. Kommentarer som erbjuds med en enda uppgift följer med den.',
  noPairs:
    'Inga två uppgifter som bedöms för hand har samma namn. Välj först uppgifterna som bedöms för hand, eller lägg till par: utan dem kopieras bara bedömningsmatriser, kommentarer och mallar.',
  pair: (own, other) => `${own}, som ${other}`,
  nothingChosen: 'Välj en',
  add: 'Lägg till ett par',
  copyFrom: (course) => `Kopiera från ${course}`,
  again: 'Kopiera igen',
  goOn: {
    rest: 'Fortsätt med resten',
    pairs: (first, last) => `Fortsätt med uppgifterna ${first}–${last}`,
  },
  made: 'Det här kopierades till kursen',
  nothing: 'Inget.',
  leftOut: 'Vad som lämnades bort, och av vilken orsak',
  counts: {
    rubrics: some('bedömningsmatris', 'bedömningsmatriser'),
    snippets: some('kommentar', 'kommentarer'),
    exercises: some('uppgift', 'uppgifter'),
    settings: some('uppgift', 'uppgifter'),
    templates: some('mall för återkoppling', 'mallar för återkoppling'),
  },
  byReason: {
    rubrics: {
      copied_before: 'kursen har redan en kopia.',
      isNewerThanCopy:
        'kursen har redan en kopia, och sedan dess publicerades den igen i den andra kursen. Kopian blir som den är.',
      not_published: 'aldrig publicerad, så ingen bedömare har använt den.',
      archived: 'arkiverad i den andra kursen.',
      no_language: 'en rubrik har ingen text på något av kursens språk.',
      ask_again: 'fick inte plats i en begäran. Fortsätt, så kopieras den.',
    },
    snippets: {
      copied_before: 'kursen har redan en kopia.',
      no_language: 'ingen text på något av kursens språk.',
      no_exercise: 'erbjuds bara med en uppgift, som inte är bland de valda.',
      ask_again: 'fick inte plats i en begäran. Fortsätt, så kopieras den.',
      too_many: 'kursen har så många kommentarer som en kurs får ha.',
    },
    exercises: {
      not_listed: 'bedöms inte för hand i den här kursen.',
      no_settings: 'ingen har valt inställningar för den i den andra kursen.',
      has_settings: 'den har inställningar här, som finns kvar.',
      rubric_left_out: 'inställningarnas bedömningsmatris lämnades bort.',
    },
    settings: {
      dueAt: 'utan tidsfristen för bedömningen, som hör till sin termin. Ange den här.',
      releaseAt: 'utan tiden för publiceringen, som hör till sin termin. Ange den här.',
    },
    templates: {
      no_language: 'inget språk i den här kursen.',
      has_templates: 'kursen har en egen, som finns kvar.',
    },
  },
  otherReason: 'av en orsak som den här sidan inte känner till.',
}
