import type { release as english } from './release-en.ts'

export const release: typeof english = {
  title: (exercise) => `Publicera ${exercise}`,
  warning: {
    what: 'De studerande ser poängen och återkopplingen, och de vitsord som A+ kan ta emot skickas dit.',
    reveal: 'De ser dem genast här: en publicering här väntar inte på regeln för när A+ visar resultat.',
    final: 'Det här går inte att ångra.',
  },
  will: 'publiceras',
  blocked: 'kan inte skickas till A+: de studerande ser dem ändå',
  notGraded: 'ännu inte bedömda',
  what: 'Vad som publiceras',
  more: (count) => `${count === 1 ? 'En till visas' : `${count} till visas`} inte i listan, men publiceras också.`,
  all: 'Se listan',
  gradedBy: 'Bedömare',
  inPlatform: 'I A+',
  notes: {
    gone: 'A+ har inte längre den här inlämningen: inget vitsord skickas.',
    undeliverable: 'Inget vitsord skickas om inte A+ skickar inlämningen hit på nytt.',
    earlier: (grade) => `A+ visar fortfarande det tidigare vitsordet, ${grade}.`,
  },
  button: 'Publicera',
  notNow: 'Inte nu',
  nothing: 'Det finns inget att publicera.',
  done: (count) => {
    if (count === 0) return 'Inget publicerades: det som fanns i listan har ändrats under tiden. Titta på nytt.'
    return count === 1 ? 'Ett resultat publicerades.' : `${count} resultat publicerades.`
  },
  taken: 'Vad A+ hittills har tagit emot',
  delivered: 'framme',
  underWay: 'på väg',
  ambiguous: 'kanske framme',
  refused: 'avvisade',
  unsettled: {
    title: 'Vad som inte säkert har kommit fram',
    why: 'Varför',
    decide:
      'Som lärare på kursen beslutar du om de här. Se efter vad som står i A+ och berätta det för tjänstens administratör, som antecknar ditt beslut.',
    more: (count) => (count === 1 ? 'En till visas inte i listan.' : `${count} till visas inte i listan.`),
    ambiguous: 'Kanske kom det fram: A+ gav inget tydligt svar.',
    notSeen: (time) => `Syntes inte i A+ ${time}, vilket inte bevisar något.`,
    gradedElsewhere: (grade) => `Någon gav under tiden ${grade} i A+. Inget skickades.`,
    kinds: {
      capability_gone: 'Inget skickades: A+ måste skicka inlämningen hit på nytt.',
      never_sent: 'Inget skickades: A+ gick inte att nå på tre dagar.',
      verification_refused: 'Inget skickades: A+ lät inte den här tjänsten se inlämningen.',
      invalid_grade: 'A+ tog inte emot de här poängen eller den här texten.',
      rate_limited: 'A+ hade för många förfrågningar just då.',
    },
    refused: 'A+ avvisade det.',
  },
}
