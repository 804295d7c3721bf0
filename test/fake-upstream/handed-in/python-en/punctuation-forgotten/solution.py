"""Word counter."""
# Submission {number}

import sys
from collections import Counter

STOP_WORDS = ["the", "a", "an", "and", "or", "of", "to", "in", "is", "it"]


def count_words(text: str) -> dict[str, int]:
    """Counts the words of the text."""
    return dict(Counter(text.lower().split()))


def remove_stop_words(counts: dict[str, int]) -> dict[str, int]:
    """Removes words that say little about a text."""
    for word in STOP_WORDS:
        if word in counts:
            del counts[word]
    return counts


def top(counts: dict[str, int], n: int) -> list[tuple[str, int]]:
    return Counter(counts).most_common(n)


def share(count: int, counts: dict[str, int]) -> float:
    """How large a part of all words this is, in per cent."""
    return 100 * count / sum(counts.values())


def read(path: str) -> str:
    with open(path) as file:
        return file.read()


def bar(percent: float) -> str:
    return "#" * int(percent * 4)


def report(path: str, n: int = 10) -> None:
    counts = count_words(read(path))
    interesting = remove_stop_words(counts)
    print(f"{path}: {sum(counts.values())} words")
    for word, count in top(interesting, n):
        percent = share(count, counts)
        print(f"{word:>16} {count:>5} {percent:5.1f} % {bar(percent)}")


def test_count_words() -> None:
    assert count_words("to be or not to be") == {"to": 2, "be": 2, "or": 1, "not": 1}


def test_top() -> None:
    assert top({"x": 1, "y": 3}, 1) == [("y", 3)]


if __name__ == "__main__":
    for path in sys.argv[1:]:
        report(path)
