"""Word counter."""
# Palautus {number}

import sys

counts: dict[str, int] = {}
virheet = 0


def count_words(text: str) -> dict[str, int]:
    """Laskee sanat."""
    for rivi in text.split("\n"):
        laske_rivi(rivi)
    return counts


def laske_rivi(rivi: str) -> None:
    global virheet
    for sana in rivi.split(" "):
        puhdas = puhdista(sana)
        if puhdas == "":
            virheet += 1
            continue
        if puhdas in counts:
            counts[puhdas] += 1
        else:
            counts[puhdas] = 1


def puhdista(sana: str) -> str:
    """Poistaa kaiken, mikä ei ole kirjain."""
    tulos = ""
    for merkki in sana.lower():
        if merkki in "abcdefghijklmnopqrstuvwxyzåäö":
            tulos += merkki
    return tulos


def tulosta(maara: int) -> None:
    jarjestys = sorted(counts, key=lambda sana: counts[sana], reverse=True)
    for i in range(maara):
        print(jarjestys[i], counts[jarjestys[i]])


def testaa() -> None:
    assert count_words("Ääni, ääni ja melu") == {"ääni": 2, "ja": 1, "melu": 1}
    counts.clear()
    assert count_words("") == {}
    print("Testit menivät läpi.")


if __name__ == "__main__":
    testaa()
    with open(sys.argv[1], encoding="utf-8") as tiedosto:
        count_words(tiedosto.read())
    tulosta(10)
    print("Tyhjiä sanoja:", virheet)
