/** Word counter. */
object Solution:
  // Submission {number}

  def countWords(text: String): Map[String, Int] =
    val words = wordsOf(text)
    words.distinct.map(word => word -> words.count(_ == word)).toMap

  /** The words in lower case; everything but letters separates them. */
  def wordsOf(text: String): List[String] =
    text.toLowerCase.split("[^a-z]+").toList.filter(_.nonEmpty)

  /** The most common words, the most common one first. */
  def mostCommon(counts: Map[String, Int], limit: Int = 10): List[(String, Int)] =
    counts.toList.sortBy((word, count) => (-count, word)).take(limit)

  def averageLength(counts: Map[String, Int]): Double =
    val letters = counts.map((word, count) => word.length * count).sum
    letters / counts.values.sum

  def table(rows: List[(String, Int)]): String =
    val width = rows.map((word, _) => word.length).max
    rows
      .map((word, count) => word.padTo(width, ' ') + " " + count)
      .mkString("\n")

object SolutionTest:
  def check(condition: Boolean, what: String): Unit =
    if !condition then println(s"FAILED: $what")

  def all(): Unit =
    check(Solution.countWords("a b a") == Map("a" -> 2, "b" -> 1), "counts")
    check(Solution.countWords("") == Map(), "empty text")
    check(Solution.wordsOf("One, two") == List("one", "two"), "punctuation")
    check(Solution.mostCommon(Map("x" -> 1, "y" -> 2), 1) == List("y" -> 2), "order")

@main def run(path: String): Unit =
  SolutionTest.all()
  val text = scala.io.Source.fromFile(path).mkString
  val counts = Solution.countWords(text)
  println(Solution.table(Solution.mostCommon(counts)))
  println(s"Average length: ${Solution.averageLength(counts)}")
