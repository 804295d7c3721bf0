import type { about as english } from './about-en.ts'

export const about: typeof english = {
  title: 'Tietoja työstä',
  postponed: (time) => `Lykätty ${time}`,
  superseded: 'Uudempi yritys on tullut tämän tilalle.',
  newer: 'Avaa uudempi yritys',
  gradedBy: (name, time) => `Arvioinut ${name}, ${time}.`,
  judgedBy: (name) => `Viimeksi arvioinut ${name}.`,
  restart: {
    what: 'Uudelleen aloittaminen tyhjentää pisteet, pistekorjauksen ja henkilökunnan muistiinpanon, jotka säilyvät sinulle hylättyjen tallennusten joukossa. Palaute pysyy.',
    button: 'Aloita uudelleen',
  },
  reveal: {
    what: 'Voit kysyä, kuka tämän palautti. Historiaan jää, että kysyit, ja miksi.',
    button: 'Paljasta, kuka palautti',
    names: (names) => `Palauttanut ${names}.`,
  },
  history: 'Historia',
  service: 'Palvelu',
  points: (before, after) => `pisteet ${before} → ${after}`,
  submitters: (before, after) => `${before} → ${after}`,
  events: {
    claimed: (who) => `${who} otti työn`,
    saved: (who) => `${who} tallensi arvion`,
    feedback_saved: (who) => `${who} tallensi palautteen`,
    handed_back: (who) => `${who} antoi työn takaisin`,
    postponed: (who) => `${who} lykkäsi työtä`,
    taken_over: (who) => `${who} otti työn haltuunsa`,
    restarted: (who) => `${who} aloitti uudelleen`,
    completed: (who) => `${who} merkitsi valmiiksi`,
    reopened: (who) => `${who} avasi uudelleen`,
    released: (who) => `${who} julkaisi`,
    migrated: (who) => `${who} siirsi työn arviointiohjeen toiseen versioon`,
    revealed: (who) => `${who} kysyi palauttajaa`,
    superseded: () => 'Uudempi yritys tuli tilalle',
    submitters_changed: () => 'A+ nimesi palauttajiksi muita',
  },
}
