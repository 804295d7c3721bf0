/** Word counter. */
object Solution:
  // Submission {number}
  var counts = scala.collection.mutable.Map[String, Int]()

  def countWords(text: String): Map[String, Int] =
    var i = 0
    val words = text.toLowerCase.split(" ")
    while i < words.length do
      val word = words(i)
      if word != "" then
        if counts.contains(word) then
          counts(word) = counts(word) + 1
        else
          counts(word) = 1
      i = i + 1
    counts.toMap

  def mostCommon(counts: Map[String, Int], limit: Int): List[(String, Int)] =
    var result = List[(String, Int)]()
    var rest = counts
    var i = 0
    while i < limit do
      val best = rest.maxBy((_, count) => count)
      result = result :+ best
      rest = rest - best(0)
      i = i + 1
    result

  def show(rows: List[(String, Int)]): Unit =
    var i = 0
    while i < rows.length do
      val row = rows(i)
      println(s"${i + 1}. ${row(0)}: ${row(1)}")
      i = i + 1

@main def run(path: String): Unit =
  val source = scala.io.Source.fromFile(path)
  val text = source.mkString
  val counts = Solution.countWords(text)
  println(s"${counts.size} different words")
  Solution.show(Solution.mostCommon(counts, 10))
