import type { forms as en } from './forms-en.ts'

export const forms: typeof en = {
  save: 'Spara',
  saved: 'Det som du ändrade är nu sparat.',
  refused: (count) =>
    count === 1 ? 'Inget är sparat ännu. En sak måste rättas:' : `Inget är sparat ännu. ${count} saker måste rättas:`,
  changed: 'Någon annan sparade det här medan du skrev.',
  changedBy: (name, time) => `${name} sparade det här medan du skrev, ${time}.`,
  choose:
    'Det som bara en av er ändrade står nedan. Båda ändrade det som nämns här: välj och spara igen. Då sparas det som du ser.',
  now: (value) => `Nu: ${value}`,
  nothing: 'inget',
  use: 'Använd det här',
  away: 'Det här kunde inte sparas nu. Allt som du skrev finns kvar på den här sidan: skicka det igen om en stund.',
  sessionEnded:
    'Din session har avslutats. Allt som du skrev finns kvar på den här sidan: logga in, vilket öppnar en annan flik, och skicka det sedan igen här.',
  otherPerson:
    'En annan person har loggat in i den här webbläsaren sedan du öppnade formuläret. Inget sparades. Allt som skrevs finns kvar på den här sidan: den som skrev det loggar in igen och skickar det sedan här.',
  carried: 'Allt som du skrev finns kvar på den här sidan.',
  byCode: {
    required: 'Det här får inte vara tomt: något behövs.',
    unreadable: 'Det här är inget tal som går att läsa.',
    invalid_value: 'Det här är inte tillåtet här.',
    invalid_format: 'Det här är inte skrivet så som är tillåtet här.',
    too_small: 'Det här är mindre än vad som är tillåtet här.',
    too_large: 'Det här är mer än vad som är tillåtet här.',
    too_short: 'Den här texten är kortare än vad som är tillåtet.',
    too_long: 'Den här texten är längre än vad som är tillåtet.',
    duplicate: 'Det här står här mer än en gång redan.',
    not_staff: 'Den här personen hör inte till kursens personal i A+ nu.',
    conflict: 'Det här hör redan till något annat.',
    too_many_issues: 'Det finns mer att rätta än vad som räknas upp här.',
    not_in_state: 'Det här kan inte längre ändras. Kopiera det du behöver av din text.',
    revision_conflict: 'Andra sparar det här just nu. Spara igen.',
    manual_grading_exercise_conflict: 'En annan kurs bedömer någon av de här uppgifterna för hand.',
    forbidden: 'Du får inte göra det här.',
  },
  otherwise: 'Något med det här går inte att använda.',
}
