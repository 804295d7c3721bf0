"""Word counter."""
# Submission {number}

import sys


def count_words(text: str) -> dict[str, int]:
    counts = {}
    w = ""
    for c in text:
        if c == " " or c == "\n" or c == "\t":
            if w != "":
                if w in counts.keys():
                    counts[w] = counts[w] + 1
                else:
                    counts[w] = 1
            w = ""
        else:
            if c >= "A" and c <= "Z":
                w = w + c.lower()
            else:
                if c != "." and c != "," and c != "!" and c != "?":
                    w = w + c
    # print the result
    total = 0
    for k in counts.keys():
        total = total + counts[k]
    print("There are " + str(total) + " words")
    print("There are " + str(len(counts)) + " different words")
    # find the 10 biggest
    copy = {}
    for k in counts.keys():
        copy[k] = counts[k]
    for i in range(10):
        biggest = ""
        n = 0
        for k in copy.keys():
            if copy[k] > n:
                biggest = k
                n = copy[k]
        print(str(i + 1) + ". " + biggest + " " + str(n))
        del copy[biggest]
    return counts


try:
    f = open(sys.argv[1])
    t = f.read()
    count_words(t)
except:
    print("Something went wrong!")
