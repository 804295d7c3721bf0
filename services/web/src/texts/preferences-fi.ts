import type { preferences as en } from './preferences-en.ts'

export const preferences: typeof en = {
  title: 'Omat asetukset',
  fields: {
    locale: 'Kieli',
    timeZone: 'Aikavyöhyke',
    theme: 'Teema',
    autoAdvance: 'Jatka seuraavaan palautukseen',
    hideTemplateCode: 'Piilota pohjan rivit',
    pinned: 'Ensimmäisinä tulevat kurssit',
  },
  about: {
    timeZone: 'Kaikki ajat kirjoitetaan siinä.',
    autoAdvance: 'Yhden arvioinnin merkitseminen valmiiksi avaa seuraavan; muuten avautuu jono.',
    hideTemplateCode: 'Tiedostot ja rivit, jotka opiskelijat saivat valmiina, on taitettu piiloon heidän töissään.',
    pinned: 'Ne ovat kurssiluettelossasi muiden yläpuolella.',
  },
  otherZone: (zone) => `tämän palvelun: ${zone}`,
  sessions: {
    title: 'Missä olet kirjautuneena',
    began: 'Milloin alkoi',
    lastUsed: 'Viimeinen käyttökerta',
    here: 'tämä selain',
    elsewhere: 'Kirjaudu ulos muualta',
    ended: 'Olet kirjautunut ulos kaikkialta muualta.',
  },
}
