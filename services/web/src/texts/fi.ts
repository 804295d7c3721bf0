import type { en } from './en.ts'
import { about } from './about-fi.ts'
import { comments } from './comments-fi.ts'
import { copy } from './copy-fi.ts'
import { exerciseSettings } from './exercise-settings-fi.ts'
import { forms } from './forms-fi.ts'
import { deliveries } from './deliveries-fi.ts'
import { differences } from './differences-fi.ts'
import { graders, gradersFile } from './graders-fi.ts'
import { launch } from './launch-fi.ts'
import { live } from './live-fi.ts'
import { overview } from './overview-fi.ts'
import { people } from './people-fi.ts'
import { preferences } from './preferences-fi.ts'
import { queue } from './queue-fi.ts'
import { release } from './release-fi.ts'
import { rubricEditor } from './rubric-editor-fi.ts'
import { rubricMove, rubricPublish } from './rubric-publish-fi.ts'
import { rubrics } from './rubrics-fi.ts'
import { settings } from './settings-fi.ts'
import { submissions } from './submissions-fi.ts'
import { upstream } from './upstream-fi.ts'
import { work } from './work-fi.ts'

export const fi: typeof en = {
  product: 'Kurssin arviointi',
  signIn: {
    title: 'Kirjaudu sisään',
    token: 'API-avain',
    button: 'Kirjaudu sisään',
    how: 'Avaa kurssi A+:ssa ja valitse sen valikosta Kurssin arviointi. Tai liitä A+-profiilisivusi API-avain tähän.',
    platform: 'Siirry A+:aan',
    refused: 'A+ ei tunne tätä avainta. Kopioi se uudelleen profiilisivultasi.',
    empty: 'Liitä API-avaimesi.',
  },
  launch,
  otherPerson: {
    title: 'Kuka olet?',
    question: (now: string, next: string) =>
      `${now} on kirjautuneena tässä selaimessa, ja ${next} on kirjautumassa. Jos ${next} kirjautuu, ${now} kirjautuu ulos tästä selaimesta, ja tallentamaton teksti katoaa.`,
    yes: (next: string) => `Kirjaudu: ${next}`,
    no: (now: string) => `Jatka: ${now}`,
    ended: (next: string) =>
      `Tässä selaimessa oli aiemmin kirjautuneena toinen käyttäjä, ja ${next} on kirjautumassa. Jos ${next} kirjautuu, selaimeen kirjoitettu, vielä tallentamaton teksti katoaa.`,
    noOther: 'Älä kirjaudu',
    erases: 'Kaikkea tähän kirjoitettua ei ole vielä tallennettu. Tämä poistaa sen tästä selaimesta. Jatketaanko?',
  },
  signOut: 'Kirjaudu ulos',
  signOutErases:
    'Osa tähän kirjoitetusta ei ole vielä tallessa. Uloskirjautuminen poistaa sen tästä selaimesta. Kirjaudutaanko ulos?',
  leftText: {
    conflict: 'Kesken jäänyt tekstisi ei ole tallessa, koska joku on muuttanut samaa kohtaa. Valitse kumpi jää:',
    lost: 'Kesken jäänyt tekstisi ei ole tallessa, koska palautus ei ole enää sinulla. Kopioi siitä tarvitsemasi:',
    unfinished: 'Kesken jäänyt tekstisi ei ole tallessa, koska siinä on jotain korjattavaa:',
  },
  where: 'Missä',
  looks: {
    language: 'Kieli',
    languages: { en: 'English', fi: 'suomi', sv: 'svenska' },
    theme: 'Teema',
    zone: (zone) => `Ajat: ${zone}`,
    themes: { system: 'Järjestelmän mukaan', light: 'Vaalea', dark: 'Tumma' },
  },
  courses: {
    title: 'Omat kurssit',
    none: 'Sinulla ei ole kursseja A+:ssa.',
    noneListed:
      'Mikään kursseistasi ei ole luettelossa täällä. Avaa kurssi A+:ssa ja valitse sen valikosta kurssin arviointi, tai katso Oma palaute.',
    elsewhere: 'Kurssi, jonka avasit A+:ssa, ei ole kurssiesi joukossa täällä. Pyydä sen opettajaa lisäämään sinut.',
    notConfigured: 'ei vielä käytössä',
    roles: { teacher: 'opettaja', assistant: 'assistentti', grader: 'arvioija', student: 'opiskelija' },
  },
  course: {
    title: 'Kurssi',
    places: {
      overview: 'Yleiskatsaus',
      submissions: 'Palautukset',
      rubrics: 'Arviointiohjeet',
      comments: 'Kommentit',
      students: 'Opiskelijat',
      deliveries: 'Toimitukset',
      settings: 'Asetukset',
    },
    gradedByHand: 'Käsin arvioitavat',
    notGrader:
      'Olet kurssin assistentti, mutta sen asetukset eivät luettele sinua arvioijana. Kurssin opettaja voi lisätä sinut.',
    nothingByHand: 'Mitään tämän kurssin tehtävää ei vielä arvioida käsin.',
    myWork: 'Omat työt',
    moreWork: 'Niitä on enemmän kuin tässä luetellaan.',
    students: (count) => (count === 1 ? '1 opiskelija' : `${count} opiskelijaa`),
    asOf: (time) => `tilanne ${time}`,
    exercise: (id) => `Tehtävä ${id}`,
    submission: (id) => `Palautus ${id}`,
    drafts: {
      held: (until) => `varattu ${until} asti`,
      lapsed: 'varaus päättyi, luonnos on tallessa',
      claim: 'Varaus',
      goOn: 'Jatka',
      takeUpAgain: 'Ota uudelleen arvioitavaksi',
    },
  },
  setUp: {
    notSetUp: 'Tätä kurssia ei ole vielä otettu arviointiin.',
    forTeachers: 'Kurssin opettajana voit ottaa sen käyttöön. Sitten valitset käsin arvioitavat tehtävät ja arvioijat.',
    forOthers: 'Kurssin opettaja voi ottaa sen käyttöön tässä.',
    button: 'Ota kurssi käyttöön',
    slugTaken:
      'Toisella kurssilla on lyhytnimi, jonka tämä kurssi saisi. Pyydä palvelun ylläpitäjää ottamaan kurssi käyttöön toisella nimellä.',
  },
  queue,
  deliveries,
  differences,
  grading: {
    who: 'Palautus',
    handedIn: (time) => `palautettu ${time}`,
    attempt: (count) => `yritys ${count}`,
    progress: (graded, waiting) => `arvioitu ${graded}, jonossa ${waiting}`,
    clear: 'Poista valinta',
    noneApplies: 'Mikään näistä ei sovi',
    gone: 'A+:ssa ei enää ole tätä palautusta: arvosanaa ei lähetettäisi.',
    readOnly: {
      completed: 'Vain luettavissa: arviointi on valmis.',
      heldBy: (holder) => `Vain luettavissa: palautus on varattu (${holder}).`,
      waiting: 'Vain luettavissa: palautus ei ole kenelläkään.',
    },
    take: { reopen: 'Avaa uudelleen', takeOver: 'Ota itselle', takeUp: 'Ota arvioitavaksi', why: 'Perustelu' },
    goTo: 'Siirry',
    rubric: 'Arviointiohje',
    comment: 'Kommentti',
    points: 'Pisteet',
    range: (min, max) => `${min}–${max}`,
    notJudged: 'Ei arvioitu',
    aside: 'Pistekorjaus ja henkilökunnan muistiinpano',
    adjustment: 'Pistekorjaus',
    reason: 'Peruste',
    privateNote: 'Henkilökunnan muistiinpano',
    feedback: 'Palaute',
    annotation: (where, first, last) =>
      first === last ? `Huomautus: ${where}, rivi ${first}` : `Huomautus: ${where}, rivit ${first}–${last}`,
    placeholders: 'Täytetään valmistuessa, arvot nyt:',
    kind: 'Laji',
    staffOnly: 'vain henkilökunnalle',
    remove: 'Poista tämä huomautus',
    total: 'Yhteensä',
    inPlatform: (points, max) => `A+:ssa ${points} / ${max}`,
    note: 'Lykkäyksen syy',
    mine: 'Minun:',
    theirs: 'Nyt voimassa:',
    buttons: {
      save: 'Tallenna',
      complete: 'Valmis ja seuraava',
      completeAndSend: 'Valmis, lähetä ja seuraava',
      completeAlone: 'Valmis',
      completeAloneAndSend: 'Valmis ja lähetä',
      postpone: 'Lykkää',
      handBack: 'Palauta jonoon',
    },
    refusals: {
      merge_conflict:
        'Joku muutti samaa kohtaa sillä välin. Mitään ei ole kadonnut: tallenna uudelleen, jos haluat omasi voimaan.',
      revision_conflict: 'Tätä muutettiin sillä välin. Katso ja tee uudelleen.',
      claim_lost: 'Palautus on nyt jollakulla toisella. Kopioi tekstistäsi tarvitsemasi.',
      not_in_state: 'Arviointia ei voi enää muuttaa: se on valmis tai palautettu jonoon.',
      incomplete: 'Jotain puuttuu. Kirjoittamasi on tallessa.',
      validation_failed: 'Jokin ei kelpaa. Kirjoittamasi on alla.',
      delivery_pending: 'Arvosanaa lähetetään parhaillaan A+:aan. Yritä hetken kuluttua uudelleen.',
      delivery_ambiguous: 'Ei tiedetä, saapuiko arvosana A+:aan. Kurssin opettaja päättää siitä ensin.',
      already_claimed: 'Palautus on nyt jollakulla toisella.',
      claim_limit:
        'Sinulla on jo niin monta palautusta kuin saa olla. Tee ensin jokin niistä valmiiksi tai palauta jonoon.',
      forbidden: 'Et saa tehdä tätä.',
    },
    ambiguousForTeachers:
      'Ei tiedetä, saapuiko arvosana A+:aan. Kurssin opettajana päätät siitä ensin: katso A+:sta, mitä siellä on, ja päätä kohdassa Toimitukset.',
    saved: 'Tallennettu',
    kept: 'Mitään ei ole kadonnut: teksti on tässä kopioitavana tai uudelleen lähetettävänä.',
    sendAgain: 'Lähetä uudelleen',
    back: 'Avaa sivu uudelleen toisessa välilehdessä',
    notSent: 'Tätä ei voitu nyt lähettää. Kirjoittamasi on alla: yritä hetken kuluttua uudelleen.',
    sessionEnded: 'Istuntosi on päättynyt. Kirjaudu uudelleen.',
    otherPerson: 'Joku toinen on kirjautunut tässä selaimessa sivun avaamisen jälkeen. Mitään ei lähetetty.',
    gaps: {
      score_required: 'ei vielä arvioitu',
      required: 'puuttuu',
      comment_required: 'tarvitaan kommentti',
      too_few_checks: 'liian vähän valittu',
      too_many_checks: 'liian paljon valittu',
      too_many_times: 'yksi on valittu liian monta kertaa',
      out_of_range: 'pisteet ovat rajojen ulkopuolella',
      off_step: 'pisteet ovat kahden askeleen välissä',
      too_long: 'liian pitkä',
      invalid_value: 'arvo ei kelpaa',
      invalid_format: 'arvo ei kelpaa',
    },
    otherGap: 'jokin ei kelpaa',
  },
  snippets: {
    insert: 'Lisää valmis kommentti',
    title: 'Valmiit kommentit',
    search: 'Hae kommentteja',
    found: (count) => (count === 1 ? '1 kommentti.' : `${count} kommenttia.`),
    none: 'Missään kommentissa ei ole näitä sanoja.',
    more: 'Niitä on enemmän: löydät ne kirjoittamalla.',
    close: 'Sulje',
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
    title: 'Oma palaute',
    none: 'Sinulle ei ole vielä julkaistu palautetta.',
    unread: 'uusi',
    general: 'Työstäsi kurssilla',
    ofPoints: (max) => `/ ${max} pistettä`,
    outOf: (points, max) => `${points} / ${max}`,
    published: (time) => `julkaistu ${time}`,
    about: 'Palaute',
    points: 'Pisteet',
    inPlatform: (points, max) => `A+:ssa ${points} / ${max} ennen myöhästymisvähennystä`,
    total: 'Yhteensä',
    parts: {
      starting: 'Alussa',
      criterion: 'Kriteeri',
      hidden: 'Kriteerit, joita ei näytetä',
      automatic: 'Automaattiset tarkistukset',
      adjustment: 'Pistekorjaus',
      rounding: 'Pyöristys',
      limit: 'Raja',
    },
    remarks: (count) => (count === 1 ? '1 kommentti' : `${count} kommenttia`),
    kinds: { praise: 'Hyvin tehty', issue: 'Korjattavaa', question: 'Kysymys', note: 'Huomio' },
    lines: (first, last) => (first === last ? `rivi ${first}` : `rivit ${first}–${last}`),
    showFiles: 'Näytä tiedostot',
  },
  pages: 'Sivut',
  nextPage: 'Seuraavat 50',
  problems: {
    title: 'Tämä ei onnistunut',
    back: 'Takaisin omiin kursseihin',
    requestId: (id) => `Pyyntö ${id}`,
    byCode: {
      not_found: 'Sivua ei ole, tai et saa nähdä sitä.',
      forbidden: 'Et saa tehdä tätä, tai lomake lähetettiin toiselta sivustolta.',
      overloaded: 'Palvelu on hetken varattu tai poissa. Yritä uudelleen.',
      upstream_unavailable: 'A+ ei vastaa. Yritä hetken kuluttua uudelleen.',
      payload_too_large: 'Lähetys on suurempi kuin tämä sivu ottaa vastaan. Mitään ei tallennettu.',
    },
    tooMany: (minutes: number) =>
      `Liian monta yritystä. Odota ${minutes === 1 ? 'minuutti' : `${minutes} minuuttia`} ja yritä uudelleen.`,
    other: 'Jotain meni vikaan. Jos et näe muutosta, mitään ei muutettu.',
  },
}
