/** Word counter. */
object Solution:
  // Palautus {number}
  def countWords(text: String): Map[String, Int] =
    text.toLowerCase.split("\\s+").groupBy(identity).view.mapValues(_.length).toMap

@main def run(args: String*): Unit =
  if args.isEmpty then
    println("Anna tiedoston nimi.")
  else
    val lahde = scala.io.Source.fromFile(args(0))
    val teksti = lahde.mkString
    // Poistetaan välimerkit.
    var puhdas = ""
    for merkki <- teksti do
      if merkki != '.' && merkki != ',' && merkki != '!' && merkki != '?' then
        puhdas = puhdas + merkki
    val laskurit = Solution.countWords(puhdas)
    var yhteensa = 0
    for (sana, maara) <- laskurit do
      yhteensa = yhteensa + maara
    println("Sanoja: " + yhteensa)
    println("Eri sanoja: " + laskurit.size)
    val lista = laskurit.toList.sortBy((sana, maara) => -maara)
    var i = 0
    while i < 10 do
      println(lista(i)(0) + " " + lista(i)(1))
      i = i + 1
    var pisin = ""
    for (sana, maara) <- laskurit do
      if sana.length > pisin.length then
        pisin = sana
    println("Pisin sana: " + pisin)
    var kerran = 0
    for (sana, maara) <- laskurit do
      if maara == 1 then
        kerran = kerran + 1
    println("Vain kerran: " + kerran)
    // println(puhdas)
    // println(lista)
