# Methods of str, the text first.
def str_title(text):
    out, inside = [], False
    for letter in text:
        out.append(letter.lower() if inside else letter.upper())
        inside = letter.isalpha()
    return "".join(out)


def str_capitalize(text):
    return text[:1].upper() + text[1:].lower()


def str_swapcase(text):
    return "".join([letter.lower() if letter.isupper() else letter.upper() for letter in text])


def str_zfill(text, width):
    sign = text[:1] if text[:1] == "-" or text[:1] == "+" else ""
    return sign + "0" * (width - len(text)) + text[len(sign) :]


def str_ljust(text, width, fillchar=" "):
    return text + fillchar * (width - len(text))


def str_rjust(text, width, fillchar=" "):
    return fillchar * (width - len(text)) + text


def str_center(text, width, fillchar=" "):
    missing = max(width - len(text), 0)
    left = missing // 2 + (missing & width & 1)
    return fillchar * left + text + fillchar * (missing - left)


def _str_all(text, letters):
    return len(text) > 0 and all([letter in letters for letter in text])


def str_isdigit(text):
    return _str_all(text, "0123456789")


def str_isnumeric(text):
    return _str_all(text, "0123456789")


def str_isdecimal(text):
    return _str_all(text, "0123456789")


def str_isalpha(text):
    return _str_all(text.lower(), "abcdefghijklmnopqrstuvwxyz")


def str_isalnum(text):
    return _str_all(text.lower(), "abcdefghijklmnopqrstuvwxyz0123456789")


def str_isspace(text):
    return _str_all(text, " \t\n\r")


def str_isupper(text):
    return text.upper() == text and text.lower() != text


def str_islower(text):
    return text.lower() == text and text.upper() != text


def str_isidentifier(text):
    return len(text) > 0 and not text[0].isdigit() and text.replace("_", "a").isalnum()


def str_partition(text, sep):
    at = text.find(sep)
    return (text, "", "") if at < 0 else (text[:at], sep, text[at + len(sep) :])


def str_rfind(text, sub):
    for at in range(len(text) - len(sub), -1, -1):
        if text[at : at + len(sub)] == sub:
            return at
    return -1


def str_rpartition(text, sep):
    at = text.rfind(sep)
    return ("", "", text) if at < 0 else (text[:at], sep, text[at + len(sep) :])


def str_index(text, sub):
    at = text.find(sub)
    if at < 0:
        raise ValueError("substring not found")
    return at


def str_rindex(text, sub):
    at = text.rfind(sub)
    if at < 0:
        raise ValueError("substring not found")
    return at


def str_casefold(text):
    if not str_isascii(text):
        raise NotImplementedError("casefold() of letters beyond ASCII is outside of the subset")
    return text.lower()


def str_isascii(text):
    return all([ord(letter) < 128 for letter in text])


def str_expandtabs(text, tabsize=8):
    out, column = [], 0
    for letter in text:
        if letter == "\t":
            blanks = tabsize - column % tabsize if tabsize > 0 else 0
            out.append(" " * blanks)
            column = column + blanks
        else:
            out.append(letter)
            column = 0 if letter == "\n" or letter == "\r" else column + 1
    return "".join(out)


def str_format_map(text, mapping):
    return text.format(**mapping)


def str_removeprefix(text, prefix):
    return text[len(prefix) :] if text.startswith(prefix) else text


def str_removesuffix(text, suffix):
    return text[: len(text) - len(suffix)] if suffix and text.endswith(suffix) else text


def str_splitlines(text):
    lines = text.replace("\r\n", "\n").split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def str_split(text, sep, maxsplit=-1):
    out = []
    while maxsplit != 0 and text.find(sep) >= 0:
        at = text.find(sep)
        out.append(text[:at])
        text = text[at + len(sep) :]
        maxsplit = maxsplit - 1
    out.append(text)
    return out


def str_rsplit(text, sep, maxsplit=-1):
    out = []
    while maxsplit != 0 and text.rfind(sep) >= 0:
        at = text.rfind(sep)
        out.insert(0, text[at + len(sep) :])
        text = text[:at]
        maxsplit = maxsplit - 1
    out.insert(0, text)
    return out


def dict_fromkeys(iterable, value=None):
    return {key: value for key in iterable}
