"""Word counter."""
# Submission {number}

import sys


def count_words(text: str) -> dict[str, int]:
    """Counts how often each word occurs, without regard to case."""
    counts: dict[str, int] = {}
    for word in split_words(text):
        counts[word] = counts.get(word, 0) + 1
    return counts


def split_words(text: str) -> list[str]:
    words = []
    for part in text.lower().split():
        word = part.strip(".,;:!?\"'()")
        words.append(word)
    return words


def most_common(counts: dict[str, int], limit: int = 10) -> list[tuple[str, int]]:
    """The most common words, the most common one first; equally common ones by the alphabet."""
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return ordered[:limit]


def longest(counts: dict[str, int]) -> str:
    found = list(counts)[0]
    for word in counts:
        if len(word) > len(found):
            found = word
    return found


def print_table(rows: list[tuple[str, int]]) -> None:
    width = max(len(word) for word, _ in rows)
    for word, count in rows:
        print(word.ljust(width), count)


def test_counts_regardless_of_case() -> None:
    assert count_words("A b a") == {"a": 2, "b": 1}


def test_ignores_punctuation() -> None:
    assert count_words("one, two. One!") == {"one": 2, "two": 1}


def test_orders_by_count_and_then_by_the_alphabet() -> None:
    assert most_common({"b": 1, "a": 1, "c": 2}) == [("c", 2), ("a", 1), ("b", 1)]


def main() -> None:
    if len(sys.argv) != 2:
        print("usage: solution.py FILE")
        return
    file = open(sys.argv[1], encoding="utf-8")
    counts = count_words(file.read())
    print_table(most_common(counts))
    print("Longest word:", longest(counts))


if __name__ == "__main__":
    test_counts_regardless_of_case()
    test_ignores_punctuation()
    test_orders_by_count_and_then_by_the_alphabet()
    main()
