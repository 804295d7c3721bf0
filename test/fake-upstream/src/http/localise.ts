/** A+ translates its messages into the language of the profile, so clients must not compare their text. */
const finnish: Readonly<Record<string, string>> = {
  'Authentication credentials were not provided.': 'Autentikaatiotunnuksia ei annettu.',
  'Invalid token.': 'Epäkelpo token.',
  'User inactive or deleted.': 'Käyttäjä ei ole aktiivinen tai on poistettu.',
  'You do not have permission to perform this action.': 'Sinulla ei ole oikeutta suorittaa tätä toimintoa.',
  'No permission to access submission': 'Ei oikeutta palautukseen',
  'Not found.': 'Ei löydy.',
  'Invalid page.': 'Virheellinen sivu.',
  'Could not satisfy the request Accept header.': 'Ei voitu vastata pyynnön Accept-otsakkeen mukaisesti.',
  'Course not found': 'Kurssia ei löytynyt',
  'Submission not found': 'Palautusta ei löytynyt',
  'This field is required.': 'Tämä kenttä vaaditaan.',
  'Enter a whole number.': 'Syötä kokonaisluku.',
  'Points greater than maximum points are not allowed.': 'Pisteitä ei voi olla enempää kuin maksimipisteitä.',
}

export type UiLanguage = 'en' | 'fi' | 'sv'

export function translate(text: string, language: UiLanguage): string {
  return language === 'fi' ? (finnish[text] ?? text) : text
}

/** The first language of Accept-Language that the site has. */
export function languageFromHeader(header: string | undefined): UiLanguage {
  for (const part of (header ?? '').split(',')) {
    const code = part.split(';', 1)[0]?.trim().toLowerCase().slice(0, 2)
    if (code === 'en' || code === 'fi' || code === 'sv') return code
  }
  return 'en'
}
