import type { work as english } from './work-en.ts'

export const work: typeof english = {
  title: 'Työ',
  loading: 'Työtä haetaan A+:sta.',
  away: 'Työtä ei saada nyt A+:sta. Arvioinnin ja palautteen voi kirjoittaa sillä välin.',
  tryAgain: 'Yritä uudelleen',
  nothing: 'Palautuksessa ei ole mitään näytettävää.',
  files: 'Tiedostot',
  answers: 'Vastaukset',
  notListed: (count) =>
    count === 1
      ? 'Yksi tiedosto puuttuu luettelosta: niitä on liikaa.'
      : `${count} tiedostoa puuttuu luettelosta: niitä on liikaa.`,
  excluded: (count) =>
    count === 1
      ? 'Kurssin asetukset jättävät pois yhden tiedoston.'
      : `Kurssin asetukset jättävät pois ${count} tiedostoa.`,
  download: 'Lataa',
  downloadOf: (path) => `Lataa ${path}`,
  unseen: (code) => `Näkymätön merkki: ${code}`,
  changed: (lines) => (lines === 1 ? '1 muutettu rivi' : `${lines} muutettua riviä`),
  differs: 'poikkeaa pohjasta',
  sameLines: (first, last) => `Rivit ${first}–${last}, kuten pohjassa`,
  asTemplate: 'kuten pohjassa',
  cut: (lines) =>
    lines === 0 ? 'Ei näytetä: sivu on jo täynnä.' : `Näkyvissä ovat ensimmäiset ${lines} riviä; loput saa lataamalla.`,
  cutText: (lines) => `Näkyvissä ovat ensimmäiset ${lines} riviä.`,
  empty: 'Tyhjä.',
  notebook: {
    kinds: { markdown: 'Markdown-solu', code: 'Koodisolu', raw: 'Raakasolu' },
    output: 'Tuloste',
    image: 'Kuva',
    notDrawn: (kinds) => `Ei näytetä: ${kinds}`,
    moreCells: (count) =>
      count === 1 ? 'Yhtä solua ei näytetä: niitä on liikaa.' : `${count} solua ei näytetä: niitä on liikaa.`,
    moreImages: (count) =>
      count === 1
        ? 'Yhtä kuvaa ei näytetä: kuvia on liikaa tai se on liian suuri.'
        : `${count} kuvaa ei näytetä: kuvia on liikaa tai ne ovat liian suuria.`,
    moreOutputs: 'Kaikkia tulosteen rivejä ei näytetä: niitä on liikaa.',
  },
  noImage: 'Kuvaa ei voi näyttää: se ei ole PNG, JPEG, GIF eikä WebP, se on liian suuri tai sitä ei saatu.',
  omitted: {
    too_large: 'Liian suuri tässä näytettäväksi.',
    binary: 'Ei tekstiä: lataa tiedosto nähdäksesi sen.',
    unavailable: 'A+ ei antanut tätä tiedostoa.',
    not_text: 'Ei tekstiä tunnetussa merkistössä: lataa tiedosto nähdäksesi sen.',
  },
}
