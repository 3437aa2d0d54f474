"""The file of figures, and the comparison of two of them."""

import sys

HEAD = """\
# Figures that may not get worse. Scripts/check.sh figures compares them, and `make figures` renews them.
# A renewal is a separate commit with its reason. Rows of the direction `same` are the conditions of the
# figures that they name; under other conditions these figures are not compared.
# NAME	VALUE	BETTER	TOLERANCE IN PERCENT	UNIT
"""
REMEDY = "repair it, or run `make figures` and commit the figures alone, with the reason"


class Figure:
    """A number with the direction in which it is better, and its tolerance; or a condition."""

    def __init__(self, value, better, tolerance, unit):
        self.value = value if better == "same" else int(value)
        self.better, self.tolerance, self.unit = better, float(tolerance), unit

    def change(self, new):
        """Returns by how many percent a value is worse than this one; negative if it is better."""
        difference = self.value - new if self.better == "more" else new - self.value
        return 100 * difference / max(self.value, 1)


class Table:
    """Figures by name, and the reasons why others could not be measured, by the start of their names."""

    def __init__(self):
        self.figures, self.omitted = {}, {}

    def add(self, name, value, better, tolerance, unit):
        self.figures[name] = Figure(value, better, tolerance, unit)

    def condition(self, family, value):
        """Adds a condition of the figures whose names match a pattern such as cost/*/faults."""
        self.add(family, value, "same", 0, "condition")

    def omit(self, start, reason):
        self.omitted[start] = reason

    def is_condition(self, name):
        return name in self.figures and self.figures[name].better == "same"

    def difference(self, new, name):
        """Returns the first condition of a figure that other figures were measured without, or None."""
        for pattern, row in new.figures.items():
            start, _, end = pattern.partition("*")
            if row.better == "same" and name.startswith(start) and name.endswith(end):
                old = self.figures.get(pattern)
                if old and old.value != row.value:
                    return f"the file has {old.value}, and here is {row.value}"
        return None

    @staticmethod
    def read(path):
        table = Table()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if line and not line.startswith("#"):
                fields = line.split("\t")
                try:
                    if fields[2] not in ("more", "less", "same"):
                        raise ValueError
                    table.add(*fields)
                except (ValueError, TypeError, IndexError):
                    sys.exit(f"{path}:{number}: error: expected NAME, VALUE, more, less or same, TOLERANCE "
                             "and UNIT with tabs between them")
        return table

    def write(self, path):
        rows = ("\t".join((name, str(row.value), row.better, f"{row.tolerance:g}", row.unit))
                for name, row in sorted(self.figures.items()))
        path.write_text(HEAD + "".join(line + "\n" for line in rows), encoding="utf-8")

    def renewed(self, new):
        """Returns the new figures, and prints each change.

        Figures of this table that were not measured stay, and those that differ by noise, which is a tenth
        of the tolerance.
        """
        result = Table()
        result.figures = dict(new.figures)
        for name, old in self.figures.items():
            row = new.figures.get(name)
            is_noise = row and row.better != "same" and abs(old.change(row.value)) < old.tolerance / 10
            if is_noise or row is None and new.reason(name):
                result.figures[name] = old
        for name in sorted(self.figures.keys() | result.figures.keys()):
            before, after = (getattr(table.figures.get(name), "value", None) for table in (self, result))
            if before != after:
                print(f"{name}: {before} -> {after}")
        return result

    def reason(self, name):
        """Returns why a figure could not be measured, or None."""
        return next((why for start, why in self.omitted.items() if name.startswith(start)
                     or name.endswith(start)), None)

    def compare(self, new):
        """Prints each difference from new figures, and returns the number of those that are failures."""
        failures, skipped, held = [], {}, 0
        for name in sorted(self.figures.keys() | new.figures.keys()):
            if self.is_condition(name) or new.is_condition(name):
                continue
            old, row = self.figures.get(name), new.figures.get(name)
            reason = (row is None and new.reason(name)) or self.difference(new, name)
            if reason:
                skipped.setdefault(reason, []).append(name)
            elif row is None:
                failures.append(f"{name}: was {old.value} {old.unit}, and is no longer measured; {REMEDY}")
            elif old is None:
                failures.append(f"{name}: is {row.value} {row.unit}, and the file has no such figure; "
                                "run `make figures` and commit it")
            else:
                change = old.change(row.value)
                text = f"{name}: was {old.value}, is {row.value} {old.unit}"
                if change > old.tolerance:
                    failures.append(
                        f"{text} ({change:.1f} % worse, {old.tolerance:g} % are allowed); {REMEDY}")
                    continue
                held += 1
                if -change > old.tolerance:
                    print(f"note: better: {text}; renew it with `make figures`", file=sys.stderr)
        for reason, left in skipped.items():
            print(f"not compared: {len(left)} figures, such as {left[0]} ({reason})", file=sys.stderr)
        for failure in failures:
            print(f"error: worse: {failure}", file=sys.stderr)
        print(f"figures: {held} hold, {len(failures)} worse, {sum(map(len, skipped.values()))} not compared",
              file=sys.stderr)
        return len(failures)
