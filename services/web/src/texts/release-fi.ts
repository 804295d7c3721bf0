import type { release as english } from './release-en.ts'

export const release: typeof english = {
  title: (exercise) => `Julkaise ${exercise}`,
  warning: {
    what: 'Opiskelijat näkevät pisteet ja palautteen, ja A+:aan lähetetään ne arvosanat, jotka se voi ottaa vastaan.',
    reveal: 'He näkevät ne täällä heti: julkaisu täällä ei odota sääntöä, jolla A+ paljastaa tulokset.',
    final: 'Tätä ei voi perua.',
  },
  will: 'julkaistaan',
  blocked: 'ei voi lähettää A+:aan: opiskelijat näkevät ne silti',
  notGraded: 'vielä arvioimatta',
  what: 'Mitä julkaistaan',
  more: (count) => `${count === 1 ? 'Yhtä muuta' : `${count} muuta`} ei luetella tässä, mutta nekin julkaistaan.`,
  all: 'Katso luettelo',
  gradedBy: 'Arvioija',
  inPlatform: 'A+:ssa',
  notes: {
    gone: 'A+:ssa ei enää ole tätä palautusta: arvosanaa ei lähetetä.',
    undeliverable: 'Arvosanaa ei lähetetä, ellei A+ lähetä palautusta tänne uudelleen.',
    earlier: (grade) => `A+ näyttää yhä aiempaa arvosanaa, ${grade}.`,
  },
  button: 'Julkaise',
  notNow: 'Ei nyt',
  nothing: 'Julkaistavaa ei ole.',
  done: (count) => {
    if (count === 0) return 'Mitään ei julkaistu: lueteltu on sillä välin muuttunut. Katso uudelleen.'
    return count === 1 ? 'Yksi tulos julkaistiin.' : `${count} tulosta julkaistiin.`
  },
  taken: 'Mitä A+ on vastaanottanut',
  delivered: 'perillä',
  underWay: 'matkalla',
  ambiguous: 'ehkä perillä',
  refused: 'hylätty',
  unsettled: {
    title: 'Mikä ei ole varmasti perillä',
    why: 'Miksi',
    decide: 'Kurssin opettajana päätät näistä, yhdestä kerrallaan tai monesta kerralla. Katso ensin A+:sta.',
    more: (count) => (count === 1 ? 'Yhtä muuta ei luetella tässä.' : `${count} muuta ei luetella tässä.`),
  },
}
