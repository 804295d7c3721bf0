import type { launch as en } from './launch-en.ts'

export const launch: typeof en = {
  titles: { used: 'Redan använd', other: 'Inte inloggad' },
  courses: 'Mina kurser',
  lead: {
    unsigned: 'A+ och den här tjänsten är inte överens om den här inloggningen.',
    late: 'Den här inloggningen är äldre än tio minuter, eller så går någon klocka fel.',
    used: 'Den här inloggningen har redan använts. Varje inloggning gäller en gång.',
    withoutToken: 'A+ berättade inte för den här tjänsten vem du är.',
    withoutCookies: 'Din webbläsare sparar inga kakor från den här webbplatsen, så du kan inte förbli inloggad.',
    unknownToken: 'A+ känner inte till nyckeln som följde med den här inloggningen.',
  },
  steps: {
    unsigned: [
      'Öppna länken i din kurs meny i A+ på nytt.',
      'Om det inte hjälper, be administratören för A+ kontrollera den här tjänstens nyckel, hemlighet och adress.',
    ],
    late: [
      'Öppna länken i din kurs meny i A+ på nytt.',
      'Om det inte hjälper, berätta för administratören att klockan i A+ eller i den här tjänsten går fel.',
    ],
    used: ['Öppna länken i din kurs meny i A+ på nytt.'],
    withoutToken: [
      'Logga in i A+ och öppna länken i din kurs meny på nytt.',
      'Om det inte hjälper, be administratören för A+ ge den här tjänsten åtkomsten ”public with API”.',
    ],
    withoutCookies: [
      'Tillåt kakor från den här webbplatsen i din webbläsare. Här håller de bara reda på vem som är inloggad och på språket.',
      'Logga sedan in på nytt, eller öppna länken i din kurs meny i A+.',
    ],
    unknownToken: [
      'Öppna länken i din kurs meny i A+ på nytt.',
      'Om det inte hjälper, berätta det för den här tjänstens administratör.',
    ],
  },
  token: 'Logga in med API-nyckel i stället',
  platform: 'Gå till A+',
}
