# Versions as packaging.version orders them: the numbers of a release, then a, b, rc and dev before it, post behind it.
def _version_digits(text):
    end = 0
    while end < len(text) and text[end].isdigit():
        end += 1
    return text[:end]


def _version_stage(text):
    ranks = {"dev": -4, "alpha": -3, "a": -3, "beta": -2, "b": -2, "rc": -1, "pre": -1, "c": -1, "post": 1}
    text = text.replace(".", "").replace("-", "").replace("_", "")
    for name, rank in ranks.items():
        if text.startswith(name):
            return rank, int(_version_digits(text[len(name) :]) or "0")
    return 0, 0


class packaging_version_Version:
    def __init__(self, version):
        self._text = str(version)
        text, _, local = self._text.strip().lower().partition("+")
        text = text[1:] if text.startswith("v") else text
        numbers = []
        while _version_digits(text):
            digits = _version_digits(text)
            numbers.append(int(digits))
            text = text[len(digits) :]
            if not (text[:1] == "." and _version_digits(text[1:])):
                break
            text = text[1:]
        if len(numbers) == 0:
            raise ValueError("Invalid version: '" + self._text + "'")
        self.release = tuple(numbers)
        self.local = local or None
        self._stage = _version_stage(text)
        self.is_prerelease = self._stage[0] < 0
        self.base_version = ".".join([str(number) for number in numbers])
        self.public = self._text.split("+")[0]
        while len(numbers) > 1 and numbers[-1] == 0:
            numbers.pop()
        self._key = (tuple(numbers), self._stage, tuple(local.split(".")) if local else ())

    @property
    def major(self):
        return self.release[0]

    @property
    def minor(self):
        return self.release[1] if len(self.release) > 1 else 0

    @property
    def micro(self):
        return self.release[2] if len(self.release) > 2 else 0

    def __str__(self):
        return self._text

    def __repr__(self):
        return "<Version('" + self._text + "')>"

    def __eq__(self, other):
        return self._key == packaging_version_parse(other)._key

    def __ne__(self, other):
        return self._key != packaging_version_parse(other)._key

    def __lt__(self, other):
        return self._key < packaging_version_parse(other)._key

    def __le__(self, other):
        return self._key <= packaging_version_parse(other)._key

    def __gt__(self, other):
        return self._key > packaging_version_parse(other)._key

    def __ge__(self, other):
        return self._key >= packaging_version_parse(other)._key


def packaging_version_parse(version):
    return version if isinstance(version, packaging_version_Version) else packaging_version_Version(version)


def pkg_resources_parse_version(v):
    return packaging_version_parse(v)


def distutils_version_LooseVersion(vstring):
    return packaging_version_parse(vstring)


def distutils_version_StrictVersion(vstring):
    return packaging_version_parse(vstring)


# torch.__version__: a text that is ordered as a version.
class torch_version_TorchVersion:
    def __init__(self, text):
        self.text = text

    def __str__(self):
        return self.text

    def __repr__(self):
        return repr(self.text)

    def __len__(self):
        return len(self.text)

    def __getitem__(self, key):
        return self.text[key]

    def __contains__(self, key):
        return key in self.text

    def __add__(self, other):
        return self.text + other

    def __radd__(self, other):
        return other + self.text

    def split(self, sep=None, maxsplit=-1):
        return self.text.split(sep, maxsplit)

    def rsplit(self, sep=None, maxsplit=-1):
        return self.text.rsplit(sep, maxsplit)

    def startswith(self, prefix):
        return self.text.startswith(prefix)

    def endswith(self, suffix):
        return self.text.endswith(suffix)

    def replace(self, old, new):
        return self.text.replace(old, new)

    def find(self, sub):
        return self.text.find(sub)

    def partition(self, sep):
        return self.text.partition(sep)

    def strip(self):
        return self.text.strip()

    def _key_of(self, other):
        if isinstance(other, (tuple, list)):
            other = ".".join([str(number) for number in other])
        return packaging_version_parse(str(other))

    def __eq__(self, other):
        return packaging_version_parse(self.text) == self._key_of(other)

    def __ne__(self, other):
        return packaging_version_parse(self.text) != self._key_of(other)

    def __lt__(self, other):
        return packaging_version_parse(self.text) < self._key_of(other)

    def __le__(self, other):
        return packaging_version_parse(self.text) <= self._key_of(other)

    def __gt__(self, other):
        return packaging_version_parse(self.text) > self._key_of(other)

    def __ge__(self, other):
        return packaging_version_parse(self.text) >= self._key_of(other)
