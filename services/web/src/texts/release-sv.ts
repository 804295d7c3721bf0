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
    decide: 'Som lärare på kursen beslutar du om de här, en i taget eller flera på en gång. Se först efter i A+.',
    more: (count) => (count === 1 ? 'En till visas inte i listan.' : `${count} till visas inte i listan.`),
  },
}
