"""Breeds declarations by mutation, the costliest of each generation, and prints what exceeds the limit."""

import random
import re
import time

import commands
import shapes

# The statements whose repetition or copy into another place may cost more than their bytes.
PARTS = re.compile(r"<dict>(?:(?!<dict>).)*?</dict>|<mime-type .*?</mime-type>|<(\w[\w-]*)[^<>]*/>"
                   r"|<(string|key|comment)[^<>]*>[^<>]*</\2>", re.S)
NUMBER = re.compile(r"\d+")


def mutant(text, other, size, random):
    """Returns a text with one change that keeps it well-formed, of at most about a size."""
    parts = [match.span() for match in PARTS.finditer(text)]
    if not parts:
        return text
    start, end = random.choice(parts)
    part = text[start:end]
    match random.randrange(5):
        case 0:
            # Many copies, each with other numbers or all with the same.
            room = max(0, size - len(text)) // max(1, len(part))
            count = random.randint(0, room)
            renumbers = random.random() < 0.7
            copies = (NUMBER.sub(lambda found: str(int(found[0][:9]) + number * renumbers), part)
                      for number in range(1, count + 1))
            return text[:end] + "".join(copies) + text[end:]
        case 1:
            return text[:start] + text[end:]
        case 2:
            source = [match[0] for match in PARTS.finditer(other)]
            return text[:end] + random.choice(source or [part]) + text[end:]
        case 3:
            modulus = random.choice((1, 2, 10, 100, 1000))
            return NUMBER.sub(lambda found: str(int(found[0][:9]) % modulus) if len(found[0]) > 1 else found[0], text)
        case _:
            shifted = NUMBER.sub(lambda found: str(int(found[0][:9]) + 1), part)
            return text[:start] + shifted + text[end:]


def run(costs, seconds, size):
    """Breeds for some seconds; the seed is the time, which is printed."""
    seed = time.time_ns()
    print(f"seed {seed}")
    source = random.Random(seed)
    names = [name for name in commands.ALL if name not in commands.SLOW]
    costs.prepare([size], names)
    population = [(0.0, name, shapes.extension(name), shapes.written(name, size // 2)[0])
                  for name in shapes.SHAPES if name not in commands.FOLDERS]
    found, tried, end = {}, 0, time.monotonic() + seconds
    while time.monotonic() < end:
        _, ancestor, extension, text = source.choice(population)
        other = source.choice([row for row in population if row[2] == extension])[3]
        child = text
        for _ in range(source.randint(1, 4)):
            child = mutant(child, other, size, source)
        if len(child) > 2 * size:
            continue
        costs.bench.install(child, extension)
        tried += 1
        worst, name = max(
            (costs.bench.time(name) / (costs.honest[extension, size, name] * max(1, len(child) / size) + 0.01), name)
            for name in source.sample(names, 8))
        population.append((worst, ancestor, extension, child))
        population.sort(key=lambda row: row[0], reverse=True)
        del population[80:]
        if worst > 4 and worst > found.get(name, 0):
            found[name] = worst
            file = f"costly-{name.replace(' ', '')}.{extension}"
            with open(file, "w", encoding="utf-8") as output:
                output.write(child)
            print(f"{worst:.1f} times an honest file: {name}, bred from {ancestor}: {file}", flush=True)
    print(f"{tried} declarations tried; the costliest took {population[0][0]:.1f} times an honest file")
    return 1 if found else 0
