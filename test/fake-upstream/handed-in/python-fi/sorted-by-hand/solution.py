"""Word counter."""
# Palautus {number}

import sys


def count_words(text: str) -> dict[str, int]:
    """Laskee, montako kertaa kukin sana esiintyy tekstissä."""
    laskurit: dict[str, int] = {}
    for sana in sanat(text):
        laskurit[sana] = laskurit.get(sana, 0) + 1
    return laskurit


def sanat(text: str) -> list[str]:
    """Tekstin sanat pienillä kirjaimilla ja ilman välimerkkejä."""
    for merkki in ".,:;!?()\"":
        text = text.replace(merkki, "")
    return text.lower().split()


def jarjesta(laskurit: dict[str, int]) -> list[list]:
    """Järjestää sanat yleisimmästä harvinaisimpaan."""
    lista = []
    for sana in laskurit:
        lista.append([sana, laskurit[sana]])
    for i in range(len(lista)):
        for j in range(len(lista) - 1):
            if lista[j][1] < lista[j + 1][1]:
                apu = lista[j]
                lista[j] = lista[j + 1]
                lista[j + 1] = apu
    return lista


def tulosta(lista: list[list], maara: int) -> None:
    for rivi in lista[0:maara]:
        print(str(rivi[1]).rjust(6), rivi[0])


def keskipituus(laskurit: dict[str, int]) -> float:
    """Sanojen keskimääräinen pituus."""
    summa = 0
    for sana in laskurit:
        summa = summa + len(sana)
    return summa / len(laskurit)


def lue(nimi: str) -> str:
    tiedosto = open(nimi, encoding="utf-8")
    teksti = tiedosto.read()
    tiedosto.close()
    return teksti


def main() -> None:
    if len(sys.argv) < 2:
        print("Anna tiedoston nimi.")
        return
    laskurit = count_words(lue(sys.argv[1]))
    tulosta(jarjesta(laskurit), 10)
    print("Sanojen keskipituus:", round(keskipituus(laskurit), 1))


if __name__ == "__main__":
    main()
