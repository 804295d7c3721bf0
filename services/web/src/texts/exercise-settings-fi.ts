import type { exerciseSettings as en } from './exercise-settings-en.ts'

const works = (count: number): string => (count === 1 ? '1 työ' : `${count} työtä`)

export const exerciseSettings: typeof en = {
  newRubric: 'Uusi arviointiohje tälle tehtävälle',
  place: 'Asetukset',
  title: (exercise) => `Asetukset: ${exercise}`,
  lead: 'Miten tämän tehtävän työt arvioidaan, kuka saa minkäkin ja milloin opiskelijat lukevat niistä.',
  parts: { judging: 'Arviointi', queueing: 'Jono', releasing: 'Julkaisu' },
  fields: {
    rubricId: 'Arviointiohje',
    anonymous: 'Arvioijat näkevät peitenimet nimien sijaan',
    attempts: 'Yritykset',
    order: 'Järjestys',
    autoPoints: 'Automaattitarkistusten pisteet',
    release: 'Opiskelijat lukevat tulokset',
    releaseAt: 'Julkaisu itsestään',
    leaseMinutes: 'Varauksen kesto minuutteina',
    maxOpenClaims: 'Varauksia samalla kertaa',
    dueAt: 'Arvioinnin määräaika',
    notify: 'A+ ilmoittaa opiskelijoille arvosanasta',
  },
  about: {
    rubricId: (begun) => `Sen saavat tästä lähtien otettavat työt; aloitetut pitävät omansa: ${works(begun)}.`,
    anonymous: (left) => `Julkaisuun asti, myös opettajille. Koskee nyt: ${works(left)}.`,
    attempts: (waiting) =>
      `Mitkä samojen ihmisten työt odottavat; ratkaistaan uudelleen, kun tallennat. Nyt: ${works(waiting)}.`,
    order: (waiting) => `Missä järjestyksessä arvioijat saavat odottavat: ${works(waiting)}.`,
    autoPoints: (left) => `Koskee arvosanoja, joita opiskelijat eivät vielä lue: ${works(left)}.`,
    release: (completed) => `Koskee tästä lähtien valmistuvia. Valmiina ja julkaisematta: ${works(completed)}.`,
    releaseAt: (completed) => `Vain kun opettaja julkaisee. Siihen mennessä valmiit, nyt: ${works(completed)}.`,
    leaseMinutes: (held) =>
      `5–240. Näin kauan viimeisen tallennuksen jälkeen työ palaa jonoon luonnoksineen. Varattuna nyt: ${works(held)}.`,
    maxOpenClaims: (held) => `1–50. Näin monta työtä yksi arvioija voi varata. Varattuna nyt: ${works(held)}.`,
    dueAt: (waiting) => `Arvioijat näkevät sen; mikään ei pääty silloin. Jonossa: ${works(waiting)}.`,
    notify: (left) => `Kun arvosana saapuu sinne. Koskee tästä lähtien: ${works(left)}.`,
  },
  options: {
    pointsOnly: 'Vain pisteet, ei arviointiohjetta',
    otherRubric: 'Arviointiohje, jota ei enää tarjota',
    shown: 'Arvioijat näkevät ne, eivätkä ne vaikuta',
    added: 'Ne lisätään: arvosana korvaa A+:ssa tarkistusten arvosanan ja palautteen',
    latest: 'Uusin',
    all: 'Jokainen',
    bands: 'Päivittäin, saman päivän työt satunnaisesti',
    oldest: 'Vanhin ensimmäisenä',
    manual: 'Kun opettaja julkaisee ne',
    immediate: 'Heti, kun arviointi on valmis',
    unseen: 'He lukevat ne ennen kuin kukaan muu katsoo.',
  },
  on: 'kyllä',
  off: 'ei',
  faults: {
    needsManual: 'Aika edellyttää, että opettaja julkaisee.',
    needsPublished: 'Kurssilla ei ole tällaista julkaistua arviointiohjetta.',
    minutesRange: 'Kokonaisluku 5–240.',
    claimsRange: 'Kokonaisluku 1–50.',
  },
}
