/**
 * Words that labels use for one thing, English = the other language. Each is the beginning of a word; `$` is its end. A label that has none of its
 * own beside others needs one here.
 */
const finnish = `
sign = kirjaudu, kirjautu; out$ = ulos; token = api-; go to = siirry; paste = liitä; use$, used before = käytetty, käytä$; who$, whose, whom = kuka, kenen;
where = missä$; language = kieli, kiele; english = english; suomi = suomi; svenska = svenska; theme = teema; system = järjestelmä; light = vaalea; dark = tumma;
course = kurss; teacher = opettaja; assistant = assistentti; student = opiskelija; my$, me$, mine = oma, minun, omi$, omiin;
assess, scored, grade$, graded, grader, grading, judging, judged, by hand, rubric, complete, take up, insert comment, insert a comment = arvio, valmis; grades = arvosan; complete, judged, insert comment, insert a comment = valmis, arvioitu;
exercise = tehtävä; waiting, waits = odottaa, jonossa; progress = kesken; release, publish = julkais; due = määräaika; which = mitkä, mikä kurssi;
submission, feedback, handed, hand back, handing back, checks said = pala; feedback, said = palaute$; assessment, judging, course grading = arviointi$; take$, set up this = ota$; held, hold = varannut, jollakulla;
not$, no$, nobody, never, none, nothing, cannot, offline = ei$, et$, älä, arvioimatta; attempt = yritys, yrityk; points = pistee; next = seuraava; open, reopen = avaa, avataan; take over = itselle;
clear = poista valinta, poistettu; comment = komment; change = muut; adjustment = pistekorjau; equal = yhtä; shortcuts = pikanäppäi; columns = palst; kind = laji; staff, private = henkilökun; remove, delete, erase, clear, retire = poist;
annotate = huomauta; annotation = huomautu; total = yhteensä; reason$ = perust; note$ = muistiinpano, huomio; later = syy; stands now, what stands = nyt voi;
sav = tall; send, sent = lähet; postpon, later = lykkä, lykät; may$ = saa$; needed, missing = puut, tarvi; few = vähän; many, more = paljon, enemmän; long$ = pitkä;
something = jokin; this value = arvo$; search = hae$; insert, add$ = lisää, valmiit; to insert = valmiit; words = sanoj; close = sulje; yet = vielä;
offline = yhteyttä; conflict = ristiriita; refused = hyl; read only = luettav;
again, reopen = uudelleen, taas; forget = unohda; on here, go on = jatka; claim = varaus, varauks; theirs = toisen; both = molem; keep = pidä; fold, hide = piilota; preview = esikatselu;
previous = edellinen; rubric = arviointiohje; a+ = a+; automatic = automaatti; single = yhden; wider = leveämp;
criteri = kriteeri; file = tiedosto, pohjatiedosto; lines = riv; list = luettelo; answer = vastau; download = lataa; template = pohja; differs = poikkea; empty = tyhjä;
work$, works = työ, onnistunut; back to = takaisin; hand back, handed back, handing back = jonoon; taken back = perua; what will = mitä j; took = vastaanottanut; arrived = perillä; perhaps = ehkä; way = matkalla;
new = uusi, uudempi; history = historia; service = palvelu; start = alussa, aloitus; shown = näytetä; rounding = pyöristys; limit = raja$; filter = rajaa; how far = edisty; everybody, everything, all$, all of them = kaikki$; done = tehty; mend = korjat; question = kysymys; show the = näytä$;
used by = käyttäv; version = versio; wording = sanamuo; draft = luonnos; archive = arkisto; restore = aktivoi; copy, copied = kopioi, kopio; title, name$ = nimi, nimellä; description = kuvaus; maximum = enimmäis; step = askel; lowest = pienim; highest = suurim;
least = vähintään; greatest = korkeintaan; at most = enintään; times = kertoja; when students = milloin opiskel; see it, see of, students see = näk; level = taso; several checks, of checks = kohd, kohti; a number = luku; halves = puol; whole numbers = kokonais; always = aina;
chosen, choose = valit; if chosen = jos$; never = koskaan; one of these = yksi näistä; structure = rakenne; order = järjesty; as graders = näkymä; points now = pisteet nyt; points then = pisteet sitten; lost = menetet; edit = muokka; down$ = alas; duplicate = monista; undo = kumoa; a check = lisää kohta; begins = alkaa;
completing = merkitään; settings, preferences = asetuks, asetust; revision = revisio; yes = kyllä; syntax = syntaks; queue = jono$; minutes = minuut; first = ensimmäi; last = viimei; pages = sivut; will$ = julkaistaan;
given up = luovut; ours = meidän; when = milloin, kun$; error = virhe; rejected = torju; counts, count$ = laske; began = alkoi; became = tapahtu; deliver = toimit; state = tila; decision = päät; several at once = monta;
left$ = jättä; write = kirjoita; tag = tunniste; text$ = teksti$; withdraw = ved; reading = lukemi; former = enti; mean = keskiarvo; spread = hajonta; decimal point = desimaalipiste; decimal comma = desimaalipilk; uses$ = käyttöjä; label = tunnus; zone = aikavyöhyke; markdown cell = markdown-solu; code cell = koodisolu; raw cell = raakasolu; output = tuloste; image = kuva$`

const swedish = `
sign = logga, inlogg, utlogg; out$ = ut$, utloggad; token = api-; go to = gå till; paste = klistra; use$, used before, last used = använd$; who$, whose, whom = vem, vems;
where = var$; language = språk; english = english; suomi = suomi; svenska = svenska; theme = tema; system = systemet; light = ljust; dark = mörkt;
course = kurs; teacher = lärar; assistant = assistent; student = studerande; my$, me$, mine = min$, mina, mitt, mig;
assess, scored, grade$, graded, grader, grading, judging, judged, by hand, rubric, complet, take up = bedöm, klar, kursbedömning; assessment, judging, course grading = bedömning$, kursbedömning; grades = vitsord; rubric = matris, bedömningsmatris;
exercise = uppgift; waiting, waits = väntar; progress = pågår; release, publish = publicer; due = tidsfrist; which = vilka, vilken;
submission, handed = inlämn, lämnat in, lämnad; feedback, checks said = återkoppling; take$ = ta den, ta över, börja bedöma; set up = i bruk; held, hold, claim = reserv, någon annan har;
not$, no$, nobody, none, nothing, cannot, offline = inte, nej, ingen$, inget, inga$; attempt, try = försök; points, adjustment = poäng; next = nästa; open, reopen = öppna; take over = över$;
clear = ta bort valet, valet; comment = kommentar; adjustment = poängjust; change = ändr; kind = typ$; staff, private note = personal; remove = borttagen, ta bort den;
annotate = kommentera$; annotation = radkomm; total = totalt; reason$ = motiver; private note = anteck; note$ = anteck, anmärk; later = orsak; stands now, what stands = gäller nu;
sav = spar; send, sent = skick, sänd; postpon = skjut, uppskjut; later = uppskov; may$ = får; needed = behövs; missing = saknas; few = få$; many = många; long$ = lång;
something = något; this value = värdet; search = sök; insert = infoga, färdig; to insert = färdiga; words = orden; close = stäng; yet = ännu;
offline = anslutning; conflict = konflikt; refused = avvis; read only, write, written = skriv;
again, reopen = igen, på nytt, börja om; forget = glöm; on here, go on = fortsätt; claim = reservation; theirs = andras; both = båda; keep = behåll; fold, hide = dölj; preview = förhands;
previous = föregående; columns = spalt; equal = lika; wider = bredare; a+ = a+; automatic = automatis; shortcuts = kortkommando; single = en tangent;
criteri = kriteri; file = mallfil, fil$, filen, filer; lines, annotate = rader$, raderna; list = lista; answer = svar$; download = ladda; template = mall; differs = avvik; empty = tom$, tomt;
work$, works = arbet, lyckades; back to = tillbaka till mina, tillbaka till arbetet; hand back, handing back = lämna tillbaka, lämnar tillbaka; taken back, undo = ångra; what will = vad som; took = tagit emot; arrived = framme, kommit fram; perhaps = kanske; way = väg;
new = ny$, nyare, nyast; history = histor; service = tjänst; start = utgång, kom igång; shown = visas; rounding = avrund; limit = gräns; filter = filtrer; name$ = namn$; how far = framsteg; everybody, all$, all of them, all students = alla$; done = gjort; mend = rätta; question = fråga; show the = visa filer, visa kursen;
used by = används; delete, erase = radera; version and, versions = version och, versioner; wording = formulering; draft = utkast; archive = arkiver; restore = återställ; copy, copied = kopier, kopia; title = rubrik; description = beskriv; maximum = maximi; step = steg; lowest = lägsta; highest = högsta;
least = minst; greatest = störst; at most = högst$; times = gånger; when students = när studerande; see it, see of, students see = ser$; level = nivå; several checks, of checks = punkter; a number = tal$; halves = halv; whole numbers = heltal; always = alltid;
chosen = vald; if chosen = om vald; never = aldrig; one of these = en av dessa; structure = struktur; order = ordning; as graders = så ser; points now = poäng nu; points then = poäng sedan; lost = förlor; edit = redigera; down = ner$; duplicate = dupli; add$ = lägg till; a check = punkt$;
completing = markerar; settings, preferences = inställning; revision = revidering; yes = ja$; syntax = syntax; queue, hand back = kön$, kö$; minutes = minuter; first = först; last = sista, senast; pages = sidor; will$ = publiceras; begin = börja om, börjar; reveal = visa vem;
given up = nedlag; ours = vårt; when = när; error = fel$; rejected = underkän; counts, count$ = räkna; began = började; became = blev; deliver = leveran; state = läge; decision = beslut; several = flera;
left$ = övergiv; tag = tagg; text$ = texten$; withdraw = dra$, tillbakadragen; reading = läsning; former = tidigare; mean = medelv; spread = spridn; decimal point = decimalpunkt; decimal comma = decimalkomma; uses$ = användningar; label = benämning; zone = tidszon; retire = ur bruk; markdown cell = markdowncell; code cell = kodcell; raw cell = råcell; output = utdata; image = bild`

export const wordsInFinnish = rowsOf(finnish)
export const wordsInSwedish = rowsOf(swedish)

function rowsOf(table: string) {
  return table.split(';').map((row) => {
    const [english, other] = row.split('=').map(anyOf)
    const isIn = (word: RegExp | undefined) => (text: string) => word?.test(text) === true
    return { row: row.trim(), isInEnglish: isIn(english), isInOther: isIn(other) }
  })
}

function anyOf(beginnings: string): RegExp {
  const each = beginnings
    .split(',')
    .map((word) => RegExp.escape(word.trim()).replace(String.raw`\$`, String.raw`(?!\p{L})`))
  return new RegExp(String.raw`(?<!\p{L})(?:${each.join('|')})`, 'iu')
}
