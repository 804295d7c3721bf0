/**
 * Words that labels use for one thing, English = Finnish. Each is the beginning of a word; `$` is its end. A label that has none of its
 * own beside others needs one here.
 */
const table = `
sign = kirjaudu, kirjautu; out$ = ulos; token = api-; go to = siirry; paste = liitä; used = käytetty; who = kuka;
where = missä$; language = kieli; english = english; suomi = suomi; theme = teema; system = järjestelmä; light = vaalea; dark = tumma;
course = kurss; teacher = opettaja; assistant = assistentti; student = opiskelija; my$, me$, mine = oma, minun, omi$, omiin;
assess, grade$, graded, grader, grading, judged, rubric, complete, take up, insert comment, insert a comment = arvio, valmis; grades = arvosan; complete, judged, insert comment, insert a comment = valmis, arvioitu;
exercise = tehtävä; waiting, waits = odottaa, jonossa; progress = kesken; release = julkais; due = määräaika; which = mitkä;
submission, feedback, handed, hand back, handing back, checks said = pala; feedback, said = palaute$; assessment, course grading = arviointi$; take$, set up this = ota$; held, hold = varannut, jollakulla;
not$, no$, none, nothing, cannot, offline = ei$, et$, älä, arvioimatta; attempt = yritys; points = pistee; next = seuraava; open, reopen = avaa, avataan; take over = itselle;
clear = poista valinta, poistettu; comment = komment; changed = muut; adjustment = pistekorjau; equal = yhtä; shortcuts = pikanäppäi; columns = palst; kind = laji; staff, private = henkilökun; remove, clear = poist;
annotate = huomauta; annotation = huomautu; total = yhteensä; reason$ = perust; note$ = muistiinpano, huomio; later = syy; stands now = nyt voi;
sav = tall; send = lähet; postpon, later = lykkä, lykät; may$ = saa$; needed, missing = puut, tarvi; few = vähän; many, more = paljon, enemmän; long$ = pitkä;
something = jokin; this value = arvo$; search = hae$; insert = lisää, valmiit; to insert = valmiit; words = sanoj; close = sulje; yet = vielä;
offline = yhteyttä; conflict = ristiriita; refused = hyl; read only = luettav;
again, reopen = uudelleen, taas; forget = unohda; on here = jatka; theirs = toisen; both = molem; keep = pidä; fold = piilota; preview = esikatselu;
previous = edellinen; rubric = arviointiohje; a+ = a+; automatic = automaatti; single = yhden; wider = leveämp;
criteri = kriteeri; file = tiedosto; lines = riv; list = luettelo; answer = vastau; download = lataa; template = pohja; differs = poikkeaa; empty = tyhjä;
work$ = työ, onnistunut; back to = takaisin; hand back, handing back = jonoon; taken back = perua; what will = mitä j; took = vastaanottanut; arrived = perillä; perhaps = ehkä; way = matkalla;
new = uusi, uudempi; history = historia; service = palvelu; start = alussa; shown = näytetä; rounding = pyöristys; limit = raja; done = tehty; mend = korjat; question = kysymys; show the = näytä$;
completing = merkitään; first = ensimmäi; last = viimei; pages = sivut; will$ = julkaistaan`

export const words = table.split(';').map((row) => {
  const [english, finnish] = row.split('=').map(anyOf)
  const isIn = (word: RegExp | undefined) => (text: string) => word?.test(text) === true
  return { row: row.trim(), isInEnglish: isIn(english), isInFinnish: isIn(finnish) }
})

function anyOf(beginnings: string): RegExp {
  const each = beginnings
    .split(',')
    .map((word) => RegExp.escape(word.trim()).replace(String.raw`\$`, String.raw`(?!\p{L})`))
  return new RegExp(String.raw`(?<!\p{L})(?:${each.join('|')})`, 'iu')
}
