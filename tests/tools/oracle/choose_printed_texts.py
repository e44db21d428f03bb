"""Makes tests/data/printed_texts.jsonl.gz of what record_printed_texts.py wrote.   python3 choose_printed_texts.py
OUT.jsonl.gz COUNT FILE.jsonl...

Each text once; of the rest those that a seeded choice takes, evenly over forms. Folders of the machine that recorded
become /w/."""

import gzip, json, random, re, sys

texts = {}
for name in sys.argv[3:]:
    for line in open(name):
        form, text, test = json.loads(line)
        text = re.sub(r"/w\.[A-Za-z0-9]{6}/", "/w/", text)
        texts.setdefault((form, text), test)
forms = {}
for (form, text), test in texts.items():
    forms.setdefault(form, []).append((form, text, test))
rng = random.Random(2)
for rows in forms.values():
    rng.shuffle(rows)
chosen, left = [], int(sys.argv[2])
for i, rows in enumerate(sorted(forms.values(), key=len)):
    share = left // (len(forms) - i)
    chosen += rows[:share]
    left -= len(rows[:share])
chosen.sort(key=lambda row: (row[2], row[0], row[1]))
with (
    open(sys.argv[1], "wb") as raw,
    gzip.GzipFile(filename="", fileobj=raw, mode="wb", compresslevel=9, mtime=0) as out,
):
    for row in chosen:
        out.write((json.dumps(row, ensure_ascii=False) + "\n").encode("utf-8", "replace"))
print({form: len(rows) for form, rows in forms.items()}, len(chosen))
