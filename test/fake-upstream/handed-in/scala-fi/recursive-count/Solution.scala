/** Word counter. */
object Solution:
  // Palautus {number}

  def countWords(text: String): Map[String, Int] =
    laske(sanat(text), Map())

  /** Ottaa sanan kerrallaan listan alusta. */
  def laske(jaljella: List[String], laskurit: Map[String, Int]): Map[String, Int] =
    jaljella match
      case Nil => laskurit
      case sana :: muut =>
        laske(muut, laskurit.updated(sana, laskurit.getOrElse(sana, 0) + 1))

  def sanat(text: String): List[String] =
    text.toLowerCase
      .split("\\s+")
      .toList
      .map(_.filter(_.isLetter))

  /** Yleisimmät sanat; yhtä yleiset aakkosjärjestyksessä. */
  def yleisimmat(laskurit: Map[String, Int], maara: Int): List[(String, Int)] =
    laskurit.toList.sortBy((sana, kerrat) => (-kerrat, sana)).take(maara)

  def pylvas(kerrat: Int, suurin: Int): String =
    "*" * (40 * kerrat / suurin)

  def tulosta(rivit: List[(String, Int)]): Unit =
    val suurin = rivit.head(1)
    for (sana, kerrat) <- rivit do
      println(f"$sana%-20s $kerrat%5d ${pylvas(kerrat, suurin)}")

def testaa(): Unit =
  assert(Solution.countWords("Yö ja yö") == Map("yö" -> 2, "ja" -> 1))
  assert(Solution.yleisimmat(Map("a" -> 1, "b" -> 3), 1) == List("b" -> 3))
  assert(Solution.pylvas(1, 2).length == 20)

@main def run(tiedosto: String): Unit =
  testaa()
  val teksti = scala.io.Source.fromFile(tiedosto, "UTF-8").mkString
  Solution.tulosta(Solution.yleisimmat(Solution.countWords(teksti), 10))
