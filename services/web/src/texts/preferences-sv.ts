import type { preferences as en } from './preferences-en.ts'

export const preferences: typeof en = {
  title: 'Mina inställningar',
  fields: {
    locale: 'Språk',
    timeZone: 'Tidszon',
    theme: 'Tema',
    autoAdvance: 'Fortsätt till nästa inlämning',
    hideTemplateCode: 'Dölj rader ur mallar',
    pinned: 'Kurser som kommer först',
  },
  about: {
    timeZone: 'Alla tider skrivs i den.',
    autoAdvance: 'När en är klar öppnas nästa; annars kön.',
    hideTemplateCode: 'Filer och rader som de studerande har fått är dolda i deras arbeten.',
    pinned: 'De står ovanför de andra i din lista över kurser.',
  },
  otherZone: (zone) => `tjänstens egen: ${zone}`,
  sessions: {
    title: 'Var du är inloggad',
    began: 'När den började',
    lastUsed: 'Senast använd',
    here: 'den här webbläsaren',
    elsewhere: 'Logga ut på andra ställen',
    ended: 'Du är utloggad överallt annars.',
  },
}
