import type { differences as english } from './differences-en.ts'

export const differences: typeof english = {
  to: (attempt) => (attempt === null ? 'Erot edelliseen yritykseen' : `Erot yritykseen ${attempt}`),
  none: 'Tätä edeltävää yritystä ei ole.',
  away: 'Toista yrityksistä ei saada nyt A+:sta.',
  given: 'Edelliseen yritykseen annettu palaute',
  added: 'Ei ollut edellisessä yrityksessä.',
  removed: 'Palautettiin edellisessä yrityksessä, mutta ei tässä.',
  same: (count) =>
    count === 1
      ? 'Yksi tiedosto tai vastaus on sama molemmissa:'
      : `${count} tiedostoa ja vastausta on samoja molemmissa:`,
  differs: 'Nämä kaksi eroavat toisistaan, eivätkä ole tekstejä.',
  unknown: 'Ei tiedetä, ovatko nämä kaksi samat.',
  whole: 'Liian pitkä verrattavaksi: tämän yrityksen kaikki rivit ilman merkintöjä.',
  sameLines: (first, last) => (first === last ? `Rivi ${first} on sama.` : `Rivit ${first}–${last} ovat samat.`),
  notListed: (count) =>
    count === 1 ? 'Yhtä tiedostoa ei verrata: niitä on liikaa.' : `${count} tiedostoa ei verrata: niitä on liikaa.`,
  cut: 'Sivu on täynnä: kaikkia eroavia rivejä ei näytetä.',
}
