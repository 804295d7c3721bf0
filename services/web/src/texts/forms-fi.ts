import type { forms as en } from './forms-en.ts'

export const forms: typeof en = {
  save: 'Tallenna',
  saved: 'Muutoksesi on nyt tallennettu.',
  refused: (count) =>
    count === 1
      ? 'Mitään ei ole vielä tallennettu. Yksi kohta on korjattava:'
      : `Mitään ei ole vielä tallennettu. ${count} kohtaa on korjattava:`,
  changed: 'Joku muu tallensi tämän, kun kirjoitit.',
  changedBy: (name, time) => `${name} tallensi tämän, kun kirjoitit, ${time}.`,
  choose:
    'Se, mitä vain toinen teistä muutti, on alla. Molemmat muutitte tässä mainittuja kohtia: valitse ja tallenna uudelleen. Silloin tallennetaan se, mitä näet.',
  now: (value) => `Nyt: ${value}`,
  nothing: 'ei mitään',
  use: 'Käytä tätä',
  away: 'Tätä ei voitu tallentaa nyt. Kaikki kirjoittamasi on tallessa tällä sivulla: lähetä se hetken päästä uudelleen.',
  sessionEnded:
    'Istuntosi on päättynyt. Kaikki kirjoittamasi on tallessa tällä sivulla: kirjaudu sisään, mikä avaa toisen välilehden, ja lähetä se sitten tästä uudelleen.',
  otherPerson:
    'Toinen henkilö on kirjautunut tässä selaimessa sen jälkeen, kun avasit lomakkeen. Mitään ei tallennettu. Kaikki kirjoitettu on tallessa tällä sivulla: kirjoittaja kirjautuu uudelleen ja lähettää sen sitten tästä.',
  carried: 'Kaikki kirjoittamasi on tallessa tällä sivulla.',
  byCode: {
    required: 'Tämä ei voi olla tyhjä: jotakin tarvitaan.',
    unreadable: 'Tämä ei ole luku, jonka voi lukea.',
    invalid_value: 'Tämä ei ole sallittu tässä.',
    invalid_format: 'Tätä ei ole kirjoitettu niin kuin tässä sallitaan.',
    too_small: 'Tämä on vähemmän kuin tässä sallitaan.',
    too_large: 'Tämä on enemmän kuin tässä sallitaan.',
    too_short: 'Tämä teksti on lyhyempi kuin sallitaan.',
    too_long: 'Tämä teksti on pidempi kuin sallitaan.',
    duplicate: 'Tämä on tässä useammin kuin kerran.',
    not_staff: 'Tämä henkilö ei nyt kuulu kurssin henkilökuntaan A+:ssa.',
    conflict: 'Tämä kuuluu jo muualle.',
    too_many_issues: 'Korjattavaa on enemmän kuin tässä luetellaan.',
    not_in_state: 'Tätä ei voi enää muuttaa. Kopioi tekstistäsi, mitä tarvitset.',
    revision_conflict: 'Muut tallentavat tätä juuri nyt. Tallenna uudelleen.',
    manual_grading_exercise_conflict: 'Toinen kurssi arvioi jonkin näistä tehtävistä käsin.',
    forbidden: 'Et saa tehdä tätä.',
  },
  otherwise: 'Jokin tässä ei sovi.',
}
